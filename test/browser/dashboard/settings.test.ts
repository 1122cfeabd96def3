import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { phone } from './use-dashboard.ts';
import { usePeople } from './use-people.ts';

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
const fill = (page: Page, label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
const item = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });

describe('settings', () => {
  const people = usePeople('settings');
  const { url } = inject('dashboard');

  it.each(['websites', 'workspace', 'members', 'keys', 'sharing', 'data', 'account'])(
    'are without barriers, on a phone in the dark too: %s',
    async (section) => {
      for (const options of [{}, { ...phone, colorScheme: 'dark' as const }]) {
        const page = await people.openAsOwner(`/settings/${section}`, options);
        await page.locator('.settings-content').getByRole('region').first().waitFor();
        expect(await people.violations(page)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
      }
    },
  );

  it('make an API key that is shown once, works, is rotated and is revoked at once', async () => {
    const page = await people.openAsOwner('/settings/keys');
    const readKey = async () => (await page.getByRole('region', { name: 'the key' }).textContent()) ?? '';
    await press(page, 'New key');
    await fill(page, 'Name', 'Nightly report');
    expect(await page.getByLabel(/Read analytics/).isChecked()).toBe(true);
    expect(await page.getByLabel(/Write records/).isChecked()).toBe(false);
    expect(await people.violations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    const first = await readKey();
    expect(first).toMatch(/^wk_[\w-]{40,}$/);
    expect(await people.violations(page)).toEqual([]);
    await page.getByText('Waiting for its first use…').waitFor();
    expect(await (await people.api('/me', first)).json()).toMatchObject({
      apiKey: { name: 'Nightly report', scopes: ['pixel:read'] },
    });
    await page.getByText(/^It was used/).waitFor();
    await press(page, 'Done');
    expect(await page.getByText(first).count()).toBe(0);
    const listed = (await item(page, 'Nightly report').textContent()) ?? '';
    for (const part of [first.slice(0, 10), 'Read analytics', /Last used/, /Created/])
      expect(listed).toMatch(part);

    await press(page, 'Rotate Nightly report');
    await press(page, 'Create the key');
    const second = await readKey();
    expect((await people.api('/me', second)).status).toBe(200);
    expect((await people.api('/me', first)).status).toBe(200);
    await press(page, 'Revoke the old key');
    await press(page, 'Revoke the key');
    await expect.poll(() => item(page, 'Nightly report').count()).toBe(1);
    const refused = await people.api('/me', first);
    expect([refused.status, await refused.json()]).toMatchObject([
      401,
      { error: { code: 'api_key_revoked' } },
    ]);
    expect((await people.api('/me', second)).status).toBe(200);

    await press(page, 'Done');
    await press(page, 'Revoke Nightly report');
    await press(page, 'Cancel');
    expect((await people.api('/me', second)).status).toBe(200);
    await press(page, 'Revoke Nightly report');
    await press(page, 'Revoke the key');
    await page.getByText('No keys yet').waitFor();
    expect((await people.api('/me', second)).status).toBe(401);
  });

  it('sign out another browser at once', async () => {
    const other = await people.openAsOwner(`/${people.websiteId()}`);
    await other.getByText('0 now').waitFor();
    const page = await people.openAsOwner('/settings/account');
    await page.getByText('This browser').waitFor();
    await press(page, 'Sign out all others');
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out all others' }).click();
    await page.getByText('All other browsers are signed out.').waitFor();
    // Nobody touches it: its stream has ended.
    await other.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.getByRole('list', { name: 'Browsers' }).getByRole('listitem').count()).toBe(1);

    const third = await people.openAsOwner('/settings/keys');
    await third.getByRole('button', { name: 'New key' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByText(/is signed out\.$/).waitFor();
    await third.getByRole('link', { name: 'Members' }).click();
    await third.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('invite by a link, to a role that sees what it may', async () => {
    const page = await people.openAsOwner('/settings/members');
    await press(page, 'Invite');
    await fill(page, 'Email (optional)', 'viewer@example.com');
    expect(await people.violations(page)).toEqual([]);
    await press(page, 'Make the invitation');
    const link = (await page.getByRole('region', { name: 'the link' }).textContent()) ?? '';
    expect(await people.violations(page)).toEqual([]);
    await page.getByRole('list', { name: 'Open invitations' }).getByText('viewer@example.com').waitFor();

    const guest = await people.openSignedOut(new URL(link).pathname);
    await guest.getByRole('heading', { name: 'Join settings' }).waitFor();
    expect(await people.violations(guest)).toEqual([]);
    await fill(guest, 'Password', 'a password of mine');
    await guest.keyboard.press('Enter');
    await guest.waitForURL(`**/w/${people.workspaceId()}/${people.websiteId()}`);
    await guest.goto(`${url}/w/${people.workspaceId()}/settings`);
    const sections = guest.getByRole('navigation', { name: 'Settings' }).getByRole('link');
    await sections.first().waitFor();
    expect(await sections.allTextContents()).toEqual(['Workspace', 'Your account']);
    expect(await guest.getByLabel('Name', { exact: true }).count()).toBe(0);
    expect(await people.violations(guest)).toEqual([]);
    await guest.goto(`${url}/w/${people.workspaceId()}/settings/keys`);
    await guest.getByText('These settings are not for your role').waitFor();

    const used = await people.openSignedOut(new URL(link).pathname);
    await used.getByRole('heading', { name: 'This invitation cannot be used' }).waitFor();
    expect(await people.violations(used)).toEqual([]);

    await page.reload();
    await page.getByLabel('Role of viewer@example.com').selectOption('member');
    await page.getByText('The role of viewer@example.com is changed.').waitFor();
    await guest.reload();
    await sections.first().waitFor();
    const forMembers = [
      'Websites',
      'Workspace',
      'Goals',
      'Alerts',
      'Email reports',
      'Sharing',
      'Data',
      'Your account',
    ];
    expect(await sections.allTextContents()).toEqual(forMembers);
    await page.getByLabel(`Role of ${people.owner.email}`).selectOption('viewer');
    await page.getByText(/needs an owner/).waitFor();
    await press(page, 'Remove viewer@example.com');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('viewer@example.com is removed.').waitFor();
    await guest.goto(`${url}/`);
    await guest.getByRole('heading', { name: 'You do not belong to a workspace yet' }).waitFor();
    expect(await people.violations(guest)).toEqual([]);
    // Whoever owns nothing makes no workspace to invite others to.
    expect(await guest.getByLabel('Name', { exact: true }).count()).toBe(0);
    expect(await guest.getByRole('button').allTextContents()).toEqual(['Sign out']);
  });

  it('invite who has an account already, without saying so before they have signed in', async () => {
    const page = await people.openAsOwner('/settings/members');
    const invite = async () => {
      await press(page, 'Invite');
      await fill(page, 'Email (optional)', 'viewer@example.com');
      await press(page, 'Make the invitation');
      const link = await page.getByRole('region', { name: 'the link' }).textContent();
      return new URL(link ?? '').pathname;
    };
    const guest = await people.openSignedOut(await invite());
    await guest.getByRole('heading', { name: /^Join/ }).waitFor();
    await fill(guest, 'Password', 'not the one of the account');
    await guest.keyboard.press('Enter');
    const alert = guest.getByRole('alert');
    expect(await alert.textContent()).toMatch(/If you had one before, sign in first/);
    expect(await people.violations(guest)).toEqual([]);
    await alert.getByRole('link', { name: 'sign in first' }).click();
    await fill(guest, 'Email', 'viewer@example.com');
    await fill(guest, 'Password', 'a password of mine');
    await guest.keyboard.press('Enter');
    await press(guest, 'Join as viewer@example.com');
    await guest.waitForURL(`**/w/${people.workspaceId()}/${people.websiteId()}`);
    await guest.goto(`${url}/w/${people.workspaceId()}/settings/workspace`);
    await guest.getByRole('list', { name: 'Workspaces' }).waitFor();
    expect(await guest.getByRole('button', { name: 'New workspace' }).count()).toBe(0);
  });

  it('remove an owner with the keys and the invitations that they made', async () => {
    const page = await people.openAsOwner('/settings/members');
    await page.getByLabel('Role of viewer@example.com').selectOption('owner');
    await page.getByText('The role of viewer@example.com is changed.').waitFor();

    const guest = await people.openSignedOut('/sign-in');
    await fill(guest, 'Email', 'viewer@example.com');
    await fill(guest, 'Password', 'a password of mine');
    await guest.keyboard.press('Enter');
    await guest.waitForURL('**/w/**');
    await guest.goto(`${url}/w/${people.workspaceId()}/settings/keys`);
    const keys: string[] = [];
    for (const name of ['Back door', 'Side door']) {
      await press(guest, 'New key');
      await fill(guest, 'Name', name);
      await guest.keyboard.press('Enter');
      keys.push((await guest.getByRole('region', { name: 'the key' }).textContent()) ?? '');
      await press(guest, 'Done');
    }
    await item(guest, 'Back door').getByText('by viewer@example.com').waitFor();
    await guest.getByRole('link', { name: 'Members' }).click();
    await press(guest, 'Invite');
    await press(guest, 'Make the invitation');
    const back = (await guest.getByRole('region', { name: 'the link' }).textContent()) ?? '';

    await page.reload();
    await press(page, 'Remove viewer@example.com');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Side door, Back door.').waitFor();
    const offer = dialog.getByLabel(/Revoke the 2 API keys/);
    expect(await offer.isChecked()).toBe(false);
    expect(await people.violations(page)).toEqual([]);
    await offer.check();
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('viewer@example.com is removed.').waitFor();
    for (const key of keys) expect((await people.api('/me', key)).status).toBe(401);
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByText('No keys yet').waitFor();
    await guest.goto(back);
    await guest.getByRole('heading', { name: 'This invitation cannot be used' }).waitFor();
  });

  it('add a website, change its domains, and delete it after its name was typed', async () => {
    const page = await people.openAsOwner('/settings');
    await press(page, 'Add a website');
    await fill(page, 'Domain', 'not a domain!');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('alert').textContent()).toMatch(/is not a domain/);
    await fill(page, 'Domain', 'https://Second.example/');
    await page.keyboard.press('Enter');
    await page.getByText('Waiting for the first visit…').waitFor();
    expect(await people.violations(page)).toEqual([]);
    await press(page, 'Close');
    await press(page, 'More for second.example');
    await press(page, 'Domains');
    await page.getByLabel('Domains, one per line').fill('second.example\nthird.example');
    await press(page, 'Save the domains');
    await item(page, 'and third.example').waitFor();

    await press(page, 'More for second.example');
    await press(page, 'Delete');
    const deletion = page.getByRole('button', { name: 'Delete the website' });
    await page.getByLabel('Type second.example to confirm').fill('second');
    expect(await deletion.isDisabled()).toBe(true);
    expect(await people.violations(page)).toEqual([]);
    await page.getByLabel('Type second.example to confirm').fill('second.example');
    await page.keyboard.press('Enter');
    await page.getByText('second.example is deleted.').waitFor();
    await expect.poll(() => item(page, 'second.example').count()).toBe(0);
  });

  it('ask browsers for signatures, and replace the secret that they are made with', async () => {
    const page = await people.openAsOwner('/settings');
    const open = async () => {
      await press(page, /^More for/);
      await press(page, 'Identities');
    };
    const readSecret = async () =>
      (await page.getByRole('region', { name: 'the secret' }).textContent()) ?? '';
    const mode = page.getByLabel('footfall.identify() in a browser is');
    await open();
    expect(await mode.inputValue()).toBe('accepted');
    await page.getByRole('button', { name: 'Make a secret' }).waitFor();
    expect(await people.violations(page)).toEqual([]);
    await mode.selectOption('signed');
    await press(page, 'Save');
    await page.getByText('The identities are saved.').waitFor();
    const first = await readSecret();
    expect(first).toMatch(/^[\w-]{43}$/);
    expect(await people.violations(page)).toEqual([]);

    await press(page, 'Replace the secret');
    await press(page, 'Cancel');
    expect(await readSecret()).toBe(first);
    await press(page, 'Replace the secret');
    expect(await people.violations(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Replace the secret' }).click();
    await expect.poll(readSecret).not.toBe(first);
    const second = await readSecret();
    await press(page, 'Close');
    await open();
    expect(await mode.inputValue()).toBe('signed');
    expect(await readSecret()).toBe(second);
    await mode.selectOption('accepted');
    await press(page, 'Save');
    await page.getByText('The identities are saved.').first().waitFor();
  });

  it('keep what the workspace is called and how it counts', async () => {
    const page = await people.openAsOwner('/settings/workspace');
    const save = page.getByRole('button', { name: 'Save' });
    expect(await save.isDisabled()).toBe(true);
    await fill(page, 'Name', 'A better name');
    await page.getByLabel('Time zone').selectOption('Asia/Tokyo');
    await page.getByLabel('Currency').selectOption('JPY');
    await page.getByLabel('How far back reports go').selectOption('365');
    await save.click();
    await page.getByText('The workspace is saved.').waitFor();
    const { workspaces } = await (await page.request.get(`${url}/app/state`)).json();
    expect(workspaces).toMatchObject([
      { name: 'A better name', timezone: 'Asia/Tokyo', currency: 'JPY', retentionDays: 365 },
    ]);
    await press(page, 'New workspace');
    await page.getByRole('dialog').getByLabel('Name').fill('Another');
    await page.keyboard.press('Enter');
    await page.getByText('No website yet').first().waitFor();
    await page.getByRole('button', { name: 'Another' }).waitFor();
  });

  it('change the password, and sign out the browsers that know the old one', async () => {
    const other = await people.openAsOwner('/settings/workspace');
    const page = await people.openAsOwner('/settings/account');
    await fill(page, 'Current password', 'wrong');
    await fill(page, 'New password', 'a better password');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('alert').textContent()).toBe('The password is wrong.');
    await fill(page, 'Current password', people.owner.password);
    await page.keyboard.press('Enter');
    await page.getByText('The password was changed.').waitFor();
    people.owner.password = 'a better password';
    await other.reload();
    await other.getByRole('heading', { name: 'Sign in' }).waitFor();
    await people.openAsOwner('/settings/account');
  });

  it('export what was recorded, and delete it after the name was typed', async () => {
    const { workspaceId } = people;
    const page = await people.openAsOwner('/settings/keys');
    const answer = await page.request.post(`${url}/app/workspaces/${workspaceId()}/api/pixel/events`, {
      headers: { origin: url },
      data: { website_id: people.websiteId(), type: 'pageview', path: '/exported', visitor_id: 'someone' },
    });
    expect(answer.status()).toBe(200);
    await page.getByRole('link', { name: 'Data' }).click();
    const download = async () => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Download' }).click(),
      ]);
      return readFile(await file.path(), 'utf8');
    };
    await expect.poll(download, { timeout: 15_000 }).toContain('/exported');
    await page.getByLabel('Format').selectOption('ndjson');
    expect(JSON.parse((await download()).trim())).toMatchObject({ path: '/exported', visitor_id: 'someone' });

    await press(page, 'Delete all records');
    expect(await people.violations(page)).toEqual([]);
    await page.getByLabel('Type settings.example to confirm').fill('settings.example');
    await page.keyboard.press('Enter');
    await page.getByText('The records of settings.example are deleted.').waitFor();
    expect(await download()).toBe('');
  });
});
