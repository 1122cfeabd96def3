import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Site, startSite } from '../../harness/site.ts';
import { findViolations, phone } from './use-dashboard.ts';
import { useInstallation } from './use-installation.ts';

const owner = { email: 'owner@example.com', password: 'correct horse battery' };
const shopHost = 'shop.example.test';
/** A browser under test says that it is driven by a program, which is not counted. */
const drivenByAPerson = "Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false })";

/** One installation from its first start on: each test goes on where the one before has ended. */
describe('an installation', () => {
  const installation = useInstallation();
  let site: Site;
  let recoveryCodes: string[];
  beforeAll(async () => {
    site = await startSite(installation.url());
  });
  afterAll(() => site?.close());

  const title = (page: Page, name: string | RegExp) =>
    page.getByRole('heading', { level: 1, name }).waitFor();
  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
  const fill = (page: Page, label: string, text: string) =>
    page.getByLabel(label, { exact: true }).fill(text);

  async function giveOwner(page: Page): Promise<void> {
    await fill(page, 'Email', owner.email);
    await fill(page, 'Password', owner.password);
  }

  async function signIn(page: Page): Promise<void> {
    await giveOwner(page);
    await page.keyboard.press('Enter');
  }

  /** With the form as it is filled in, until the server has had enough. */
  async function tryTooOften(page: Page): Promise<void> {
    const refused = page.getByText(/^Too many attempts\. Try again in \d+ (seconds|minutes?)/);
    while ((await refused.count()) === 0) {
      await Promise.all([page.waitForResponse('**/app/sign-in'), page.keyboard.press('Enter')]);
      await page.getByRole('button', { name: 'Sign in', disabled: false }).waitFor();
    }
  }

  async function signOut(page: Page): Promise<void> {
    await press(page, 'Your account');
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await title(page, 'Sign in');
  }

  it('leads whoever comes first to its set-up, and lets in who has read its output alone', async () => {
    const page = await installation.open('/');
    await title(page, 'Welcome to Footfall');
    expect(new URL(page.url()).pathname).toBe('/set-up');
    expect(await findViolations(page)).toEqual([]);
    await fill(page, 'Set-up link', 'http://example.com/set-up?token=guessed');
    await press(page, 'Continue');
    await title(page, 'This set-up link does not work');
    expect(await page.getByRole('alert').textContent()).toMatch(/newest one in the output of the server/);
    expect(await page.getByLabel('Password').count()).toBe(0);
    expect(await findViolations(page)).toEqual([]);
    await fill(page, 'Set-up link', installation.setUpLink());
    await press(page, 'Continue');
    await page.getByLabel('Password', { exact: true }).waitFor();
  });

  it('tells of a link that does not work before anybody fills in a form', async () => {
    const page = await installation.open('/set-up?token=of-another-day');
    await title(page, 'This set-up link does not work');
    expect(await page.getByLabel('Email').count()).toBe(0);
  });

  it('asks for zone and currency with what the browser suggests, and refuses what is no domain', async () => {
    const page = await installation.open(installation.setUpLink(), { timezoneId: 'Europe/London' });
    await giveOwner(page);
    const zone = page.getByLabel('Time zone');
    expect([await zone.inputValue(), await page.getByLabel('Currency').inputValue()]).toEqual([
      'Europe/London',
      'GBP',
    ]);
    for (const wrong of ['not a domain', 'acme']) {
      await fill(page, 'Domain', wrong);
      await press(page, 'Set up Footfall');
      const field = page.getByLabel('Domain', { exact: true });
      await page.getByText(`"${wrong}" is not a`, { exact: false }).waitFor();
      expect(await field.getAttribute('aria-invalid')).toBe('true');
      expect(await page.getByRole('alert').textContent()).toMatch(/write it .*\.com/);
    }
    expect(await findViolations(page)).toEqual([]);
    await fill(page, 'Domain', 'https://www.acme-shop.com/collections/all');
    await page.getByText('Counts acme-shop.com with www and all other subdomains.').waitFor();
  });

  it.each([
    ['on a phone', phone],
    ['in the dark', { colorScheme: 'dark' as const }],
  ])('shows its set-up %s', async (_where, options) => {
    const page = await installation.open(installation.setUpLink(), options);
    await title(page, 'Welcome to Footfall');
    expect(await findViolations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
  });

  it('makes the owner, the workspace and the website, and notices the first visit', async () => {
    const page = await installation.open(installation.setUpLink(), { timezoneId: 'Europe/Berlin' });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await giveOwner(page);
    await fill(page, 'Domain', 'https://www.Example.test/shop');
    await press(page, 'Set up Footfall');
    await title(page, 'Put Footfall on example.test');
    // The server of a test is on this machine, where no visitor of a live website would find it.
    await page.getByText(`Only this computer reaches ${installation.url()}.`, { exact: false }).waitFor();
    const websiteId = /website=(ff_[\w-]+)/.exec(page.url())?.[1] as string;
    for (const name of ['Next.js', 'WordPress', 'Google Tag Manager', 'HTML']) {
      await page.getByRole('tab', { name }).click();
      const code = await page.getByRole('tabpanel').textContent();
      expect(code).toContain(`${installation.url()}/footfall.js`);
      expect(code).toContain(websiteId);
    }
    await press(page, 'Copy the code for HTML');
    const tag = (await page.evaluate('navigator.clipboard.readText()')) as string;
    expect(tag).toContain(`data-website-id="${websiteId}"`);
    await page.reload();
    await page.getByText('Waiting for the first visit…').waitFor();
    expect(await findViolations(page)).toEqual([]);

    site.define(shopHost, '/', { html: `<!doctype html><title>Shop</title>${tag}<p>Welcome` });
    await (await installation.openVisitor()).goto(site.at(shopHost, '/'));
    await page.getByText(/was left out.*driven by a program/).waitFor();

    site.define('acme-cafe.test', '/', { html: `<!doctype html><title>Café</title>${tag}<p>Welcome` });
    await (await installation.openVisitor(drivenByAPerson)).goto(site.at('acme-cafe.test', '/'));
    await page.getByText(/was left out. Last on acme-cafe.test/).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await press(page, 'Add this domain acme-cafe.test');
    await page.getByText('Visits on acme-cafe.test are counted from now on.').waitFor();
    await page.getByText(/was left out/).waitFor({ state: 'detached' });

    await (await installation.openVisitor(drivenByAPerson)).goto(site.at(shopHost, '/'));
    await page.getByText('It works').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Go to the overview' }).click();
    await page.waitForURL(`**/w/*/${websiteId}`);

    const state = await (await page.request.get(`${installation.url()}/app/state`)).json();
    expect(state).toMatchObject({
      needsSetUp: false,
      user: { email: owner.email },
      workspaces: [
        {
          name: 'example.test',
          role: 'owner',
          timezone: 'Europe/Berlin',
          currency: 'EUR',
          websites: [{ domains: ['example.test', 'acme-cafe.test'] }],
        },
      ],
    });
  });

  it('tells who opens the link once more that it was used', async () => {
    const page = await installation.open(installation.setUpLink());
    await title(page, 'Footfall is set up already');
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await title(page, 'Sign in');
  });

  it('lets the owner in by password, to the page that was wanted', async () => {
    const page = await installation.open('/set-up');
    await title(page, 'Sign in');
    expect(await findViolations(page)).toEqual([]);
    await page.goto(`${installation.url()}/w/elsewhere/settings/keys?of=mine`);
    await title(page, 'Sign in');
    await fill(page, 'Email', owner.email);
    await fill(page, 'Password', 'wrong');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('alert').textContent()).toBe('The email address or the password is wrong.');
    await signIn(page);
    await page.getByText('There is nothing at this address').waitFor();
    expect(page.url()).toContain('/w/elsewhere/settings/keys?of=mine');
    await page.goto(`${installation.url()}/no-workspace`);
    await page.waitForURL('**/w/**');
    await signOut(page);
  });

  it('takes a code of the app or a recovery code besides the password, each once', async () => {
    const page = await installation.open('/sign-in');
    await signIn(page);
    await page.waitForURL('**/w/**');
    await page.goto(`${page.url().replace(/\/ff_.*/, '')}/settings/account`);
    await press(page, 'Turn on');
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByRole('img').count()).toBe(0);
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByLabel('Password', { exact: true }).fill('wrong');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('alert').textContent()).toBe('The password is wrong.');
    await dialog.getByLabel('Password', { exact: true }).fill(owner.password);
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: 'QR code to scan with your authenticator app' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    const secret = Secret.fromBase32(
      ((await page.locator('.totp-secret code').textContent()) ?? '').replaceAll(' ', ''),
    );
    const totp = new TOTP({ secret });
    const beganAt = Date.now();
    await fill(page, 'Code', '000000');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('alert').textContent()).toMatch(/code is wrong/);
    await fill(page, 'Code', totp.generate({ timestamp: beganAt }));
    await page.keyboard.press('Enter');
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await codes.first().waitFor();
    recoveryCodes = await codes.allTextContents();
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await findViolations(page)).toEqual([]);
    const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Download')]);
    expect(file.suggestedFilename()).toBe('footfall-recovery-codes.txt');
    await press(page, 'I have kept them');
    await signOut(page);

    await signIn(page);
    await title(page, 'Two-step sign-in');
    expect(await findViolations(page)).toEqual([]);
    const next = totp.generate({ timestamp: beganAt + 30_000 });
    await fill(page, 'Code', next);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/w/**');
    await signOut(page);

    await signIn(page);
    await fill(page, 'Code', next);
    await page.keyboard.press('Enter');
    expect(await page.getByRole('alert').textContent()).toMatch(/was used already/);
    await press(page, 'Use a recovery code');
    await fill(page, 'Recovery code', recoveryCodes[0] as string);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/w/**');
  });

  it('shows who forgot their password what to ask for, and takes a new one by the link', async () => {
    const page = await installation.open('/sign-in');
    await fill(page, 'Email', owner.email);
    await press(page, 'Forgot your password?');
    const command = (await page.getByRole('region', { name: 'the command' }).textContent()) ?? '';
    expect(await findViolations(page)).toEqual([]);
    const words = command.split(' ').slice(1);
    expect(words).toEqual(['user', 'reset-password', '--email', owner.email]);
    const { stdout } = await installation.cli([...words, '--json']);
    const { token } = JSON.parse(stdout) as { token: string };

    await page.goto(`${installation.url()}/reset/${token}`);
    await title(page, 'Choose a new password');
    expect(await findViolations(page)).toEqual([]);
    owner.password = 'another horse battery';
    await fill(page, 'New password', owner.password);
    await page.keyboard.press('Enter');
    await title(page, 'Your password was changed');
    await page.getByRole('link', { name: 'Sign in' }).click();
    await signIn(page);
    await press(page, 'Use a recovery code');
    await fill(page, 'Recovery code', recoveryCodes[1] as string);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/w/**');

    await page.goto(`${installation.url()}/reset/${token}`);
    await fill(page, 'New password', 'a third one');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('alert').textContent()).toMatch(/link does not work any more/);
  });

  it('turns the second factor off for who knows the password', async () => {
    const page = await installation.open('/sign-in');
    await signIn(page);
    await press(page, 'Use a recovery code');
    await fill(page, 'Recovery code', recoveryCodes[2] as string);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/w/**');
    await page.goto(`${page.url().replace(/\/ff_.*/, '')}/settings/account`);
    await press(page, 'Turn off');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Password', { exact: true }).fill('wrong');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('alert').textContent()).toBe('The password is wrong.');
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByLabel('Password', { exact: true }).fill(owner.password);
    await page.keyboard.press('Enter');
    await page.getByText('Two-step sign-in is off.').waitFor();
    await signOut(page);
    await signIn(page);
    await page.waitForURL('**/w/**');
  });

  it('lets the owner in with a browser that it knows while a stranger beside them tries', async () => {
    const page = await installation.open('/sign-in');
    await signIn(page);
    await page.waitForURL('**/w/**');
    await signOut(page);
    const stranger = await installation.open('/sign-in');
    await fill(stranger, 'Email', owner.email);
    await fill(stranger, 'Password', 'guess');
    await tryTooOften(stranger);
    await signIn(page);
    await page.waitForURL('**/w/**');
  });

  it('tells who has tried too often when to try again', async () => {
    const page = await installation.open('/sign-in', phone);
    await fill(page, 'Email', 'nobody@example.com');
    await fill(page, 'Password', 'guess');
    await tryTooOften(page);
    expect(await findViolations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
  });
});

describe('an installation that says where it is reached', () => {
  const installation = useInstallation(async () => ({ FOOTFALL_PUBLIC_URL: 'http://stats.acme-shop.com' }));

  it('has that address in its snippets, and says where a live website cannot load from it', async () => {
    const page = await installation.open(installation.setUpLink());
    await page.getByLabel('Email').fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill(owner.password);
    await page.getByLabel('Domain', { exact: true }).fill('acme-shop.com');
    await page.getByRole('button', { name: 'Set up Footfall' }).click();
    const code = page.getByRole('region', { name: 'the code for HTML' });
    expect(await code.textContent()).toContain('src="http://stats.acme-shop.com/footfall.js"');
    await page
      .getByText('Browsers load nothing from http://stats.acme-shop.com on pages with https.')
      .waitFor();
  });
});
