/** Share links in a real browser: made by an owner, opened by whoever has them, framed by pages of others. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { launchBrowser } from '../../harness/browser.ts';
import { findViolations, phone } from './use-dashboard.ts';
import { usePeople } from './use-people.ts';

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
const fill = (page: Page, label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
const item = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });
const pageBox = (page: Page, name: string | RegExp) =>
  page.getByRole('group', { name: 'Pages' }).getByRole('checkbox', { name });
const exactOf = (page: Page, metric: string) =>
  page.locator(`[data-metric="${metric}"] .figure-value`).getAttribute('data-exact');
/** What axe finds once everything has answered: what is out of date is dimmed. */
async function findProblems(page: Page): Promise<string[]> {
  await expect.poll(() => page.locator('.is-stale, .skeleton').count()).toBe(0);
  return findViolations(page);
}
const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

describe('share links', () => {
  const people = usePeople('sharing');
  const { url, program } = inject('dashboard');
  let settings: Page;

  /** Three Germans, of whom one pays, and two Americans. */
  beforeAll(async () => {
    const { key } = await people.cli([
      'key',
      'create',
      '--name',
      'k',
      '--scope',
      'pixel:write',
      '--workspace',
      people.workspaceId(),
    ]);
    const send = async (path: string, body: object) => {
      const answer = await fetch(`${url}/api/v1/pixel/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ website_id: people.websiteId(), ...body }),
      });
      expect(answer.status).toBe(200);
    };
    for (const [visitor_id, ip] of [
      ['g1', '193.99.144.80'],
      ['g2', '193.99.144.80'],
      ['g3', '193.99.144.80'],
      ['u1', '8.8.8.8'],
      ['u2', '8.8.8.8'],
    ]) {
      await send('events', { visitor_id, ip, path: '/pricing', session_id: visitor_id });
    }
    await send('payments', { visitor_id: 'g1', transaction_id: 't1', amount: 4321 });
    await send('goals', { visitor_id: 'g1', goal_name: 'signup' });
    await people.recordsStored();
  });

  /** Fills in the dialog, and answers the address that is shown once. */
  async function make(
    name: string,
    choose: (page: Page) => Promise<unknown> = async () => {},
  ): Promise<string> {
    settings = await people.openAsOwner('/settings/sharing');
    await press(settings, 'New link');
    await fill(settings, 'Name', name);
    await choose(settings);
    await press(settings, 'Make the link');
    const shown = settings.getByRole('region', { name: 'the link' });
    return (await shown.textContent()) ?? '';
  }

  const open = (link: string, options = {}) => people.openSignedOut(link.slice(url.length), options);

  async function seesFive(page: Page): Promise<void> {
    await expect.poll(() => exactOf(page, 'visitors')).toBe('5');
  }

  it('are made, shown once, and opened by whoever has them without a sign-in', async () => {
    const link = await make('For the press');
    expect(link).toMatch(new RegExp(`^${url}/share/[\\w-]{43}$`));
    expect(await findProblems(settings)).toEqual([]);
    await press(settings, 'Done');
    expect(await settings.getByText(link).count()).toBe(0);
    await item(settings, 'For the press').getByText('Never viewed').waitFor();

    const page = await open(link);
    await seesFive(page);
    expect(await page.context().cookies()).toEqual([]);
    await page.getByText('For the press').waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(await page.locator('[data-metric="revenue"], [data-panel="revenue"]').count()).toBe(0);
    expect(await page.getByText(/4,321|Revenue|Segments|Settings/).count()).toBe(0);
    expect(await findProblems(page)).toEqual([]);
    // What filters the page filters it here too, and the whole table opens.
    await page.getByRole('button', { name: 'Germany', exact: true }).first().click();
    await expect.poll(() => exactOf(page, 'visitors')).toBe('3');
    await press(page, 'Details of Pages: Top');
    await page.getByRole('dialog', { name: 'Pages' }).getByText('/pricing').waitFor();
    await page.goto(`${link}?metric=revenue`);
    await seesFive(page);
    await page.goto(`${link}/visitors`);
    await seesFive(page);
    expect(page.url()).toBe(link);

    await settings.reload();
    await item(settings, 'For the press')
      .getByText(/Last viewed/)
      .waitFor();
  });

  it('are without barriers on a phone in the dark, and fit', async () => {
    const link = await make('Phone', async (page) => {
      await pageBox(page, 'Realtime').check();
      await pageBox(page, 'Events').check();
    });
    const page = await open(link, { ...phone, colorScheme: 'dark' });
    await seesFive(page);
    expect(await findProblems(page)).toEqual([]);
    expect(await page.evaluate(overflow)).toBe(0);
    await page.getByRole('link', { name: 'Realtime' }).click();
    await page.getByRole('region', { name: 'Current pages' }).waitFor();
    expect(await page.getByRole('region', { name: 'Newest events' }).count()).toBe(0);
    expect(await findProblems(page)).toEqual([]);
  });

  it('show the pages that were chosen, with single visitors where those are not left out', async () => {
    const link = await make('Team', async (page) => {
      expect(await pageBox(page, /^Visitors/).isDisabled()).toBe(true);
      await page.getByLabel(/^Individual visitors/).uncheck();
      await page
        .getByRole('group', { name: 'Leave out' })
        .getByLabel(/^Revenue/)
        .uncheck();
      for (const name of [
        'Visitors',
        'Sessions',
        'Realtime',
        'Funnels',
        'Retention',
        'Revenue',
        'Events',
        'AI traffic',
      ]) {
        await pageBox(page, name).check();
      }
    });
    const page = await open(link);
    await seesFive(page);
    expect(await exactOf(page, 'revenue')).toBe('4321');
    for (const name of [
      'Realtime',
      'Visitors',
      'Sessions',
      'Funnels',
      'Retention',
      'Revenue',
      'Events',
      'AI traffic',
    ]) {
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await expect.poll(() => page.locator('.skeleton').count()).toBe(0);
      expect([name, await page.getByRole('alert').count()]).toEqual([name, 0]);
    }
    await page.getByRole('link', { name: 'Visitors' }).click();
    await page.locator('[data-visitor="g1"]').click();
    await page.getByText('$4,321.00').first().waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('with a segment show it alone, whatever else is filtered', async () => {
    const created = await (await people.openAsOwner('/settings')).request.post(
      `${url}/app/workspaces/${people.workspaceId()}/api/pixel/segments`,
      {
        headers: { origin: url },
        data: { website_id: people.websiteUuid(), name: 'Germans', filters: { country: 'is:DE' } },
      },
    );
    expect(created.status()).toBe(201);
    const link = await make('Agency', (page) => page.getByLabel('Segment').selectOption('Germans'));
    const page = await open(`${link}?country=is:DE,US`);
    await expect.poll(() => exactOf(page, 'visitors')).toBe('3');
    await page.getByTitle('Everything here is of the segment Germans').waitFor();
    await press(page, /^Remove the filter/);
    await page.getByRole('button', { name: /^Remove the filter/ }).waitFor({ state: 'detached' });
    await expect.poll(() => exactOf(page, 'visitors')).toBe('3');
    expect(await page.getByText('United States').count()).toBe(0);
    expect(await findProblems(page)).toEqual([]);
  });

  it('with a password show nothing before it, and need it once in a tab', async () => {
    const link = await make('Locked', (page) => fill(page, 'Password (optional)', 'open sesame'));
    const page = await open(link);
    await page.getByRole('heading', { name: 'This view has a password' }).waitFor();
    expect(await page.getByText(/sharing\.example|Locked/).count()).toBe(0);
    expect(await findProblems(page)).toEqual([]);
    await fill(page, 'Password', 'open barley');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('alert').textContent()).toBe('The password is wrong.');
    await fill(page, 'Password', 'open sesame');
    await page.keyboard.press('Enter');
    await seesFive(page);
    await page.reload();
    await seesFive(page);
    const other = await open(link);
    await other.getByRole('heading', { name: 'This view has a password' }).waitFor();

    await press(settings, 'Done');
    await press(settings, 'Edit Locked');
    await settings.getByLabel(/^Keep its password/).uncheck();
    await press(settings, 'Save');
    await settings.getByText('The link is saved.').waitFor();
    await other.reload();
    await seesFive(other);
  });

  it('end on their last day, and begin again with another', async () => {
    const link = await make('Until', (page) => fill(page, 'Last day (optional)', '2020-01-01'));
    const page = await open(link);
    await page.getByText('This link has expired. Ask whoever gave it to you for another.').waitFor();
    expect(await findProblems(page)).toEqual([]);
    await press(settings, 'Done');
    await item(settings, 'Until').getByText('Expired').waitFor();
    await press(settings, 'Edit Until');
    await fill(settings, 'Last day (optional)', '2099-01-01');
    await press(settings, 'Save');
    await settings.getByText('The link is saved.').waitFor();
    await page.reload();
    await seesFive(page);
  });

  it('are revoked at once, also in a page that is open', async () => {
    const link = await make('Gone soon', (page) => pageBox(page, 'Realtime').check());
    const page = await open(link);
    await seesFive(page);
    await page.getByText(/^\d+ now$/).waitFor();
    await press(settings, 'Done');
    await press(settings, 'Revoke Gone soon');
    expect(await findProblems(settings)).toEqual([]);
    await press(settings, 'Revoke the link');
    await settings.getByText('Gone soon is revoked.').waitFor();
    // Nobody touches it: its stream has ended.
    await page.getByText('There is nothing to see here').waitFor();
    expect(await page.getByText('sharing.example').count()).toBe(0);
    await expect.poll(() => item(settings, 'Gone soon').count()).toBe(0);
  });

  describe('in a frame', () => {
    let browser: Browser;
    let host: Server;
    let port: number;

    beforeAll(async () => {
      browser = await launchBrowser(program);
      host = createServer((request, response) => {
        const src = new URL(request.url ?? '/', 'http://x').searchParams.get('src') ?? '';
        response.setHeader('content-type', 'text/html; charset=utf-8');
        response.end(
          `<!doctype html><title>A page</title><iframe title="Numbers" src="${src}" width="900" height="700"></iframe>`,
        );
      });
      await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
      ({ port } = host.address() as AddressInfo);
    });
    afterAll(async () => {
      await browser.close();
      host.close();
    });

    async function frame(hostname: string, src: string, options = {}) {
      const context = await browser.newContext({ locale: 'en-US', ...options });
      const page = await context.newPage();
      await page.goto(`http://${hostname}:${port}/?src=${encodeURIComponent(src)}`);
      return { page, inner: page.frameLocator('iframe'), content: () => page.frames()[1] };
    }

    it('are shown by the pages that may, and by no other', async () => {
      const link = await make('Framed', async (page) => {
        await page.getByLabel('May be embedded by').selectOption('listed');
        await fill(page, 'Websites, one per line', `http://blog.test:${port}`);
      });
      const code = await settings.getByRole('region', { name: 'the frame' }).textContent();
      expect(code).toContain(`<iframe src="${link}?embed" title="Framed"`);
      const { inner, content } = await frame('blog.test', `${link}?embed`);
      await expect
        .poll(() => inner.locator('[data-metric="visitors"] .figure-value').getAttribute('data-exact'))
        .toBe('5');
      expect(await inner.locator('header.shell-head, nav').count()).toBe(0);
      // The look stays when the view changes.
      await inner.getByRole('button', { name: 'Germany', exact: true }).first().click();
      await expect.poll(() => content()?.url()).toBe(`${link}?country=is:DE&embed`);
      expect(await inner.locator('header.shell-head').count()).toBe(0);

      for (const hostname of ['evil.test', 'sub.blog.test']) {
        const refused = await frame(hostname, `${link}?embed`);
        await expect.poll(() => refused.content()?.url()).toMatch(/^chrome-error:/);
      }
      const plain = await make('Not framed');
      const refused = await frame('blog.test', plain);
      await expect.poll(() => refused.content()?.url()).toMatch(/^chrome-error:/);
    });

    it('are light or dark as the address says, and else as the system is', async () => {
      const link = await make('Anywhere', (page) =>
        page.getByLabel('May be embedded by').selectOption('anybody'),
      );
      const paperOf = async (query: string, colorScheme: 'light' | 'dark') => {
        const { page, inner, content } = await frame('any.test', `${link}?embed${query}`, { colorScheme });
        await inner.locator('[data-metric="visitors"] [data-exact="5"]').waitFor();
        const paper = await content()?.evaluate('getComputedStyle(document.documentElement).backgroundColor');
        await page.context().close();
        return paper;
      };
      const light = await paperOf('', 'light');
      const dark = await paperOf('', 'dark');
      expect(dark).not.toBe(light);
      expect(await paperOf('&theme=dark', 'light')).toBe(dark);
      expect(await paperOf('&theme=light', 'dark')).toBe(light);
    });

    it('ask for their password there too, without a cookie', async () => {
      const link = await make('Framed and locked', async (page) => {
        await page.getByLabel('May be embedded by').selectOption('anybody');
        await fill(page, 'Password (optional)', 'open sesame');
      });
      const { page, inner, content } = await frame('any.test', `${link}?embed&theme=dark`);
      await inner.getByLabel('Password', { exact: true }).fill('open sesame');
      await inner.getByRole('button', { name: 'Open' }).click();
      await inner.locator('[data-metric="visitors"] [data-exact="5"]').waitFor();
      expect(await page.context().cookies()).toEqual([]);
      const own = content();
      expect(own && (await findViolations(own))).toEqual([]);
    });
  });

  it('have a badge and a counter beside them, once they are turned on', async () => {
    const page = await people.openAsOwner('/settings/sharing');
    const image = (name: RegExp) => page.getByRole('img', { name });
    await page.getByLabel(/^Show the badge and the counter of sharing\.example/).check();
    for (const name of [/^The badge/, /^The counter/]) {
      await expect
        .poll(() =>
          image(name).evaluate((element) => (element as unknown as { naturalWidth: number }).naturalWidth),
        )
        .toBeGreaterThan(60);
    }
    const code = await page.getByRole('region', { name: 'the badge' }).textContent();
    const address = /src="([^"]+)"/.exec(code ?? '')?.[1] ?? '';
    expect(await (await fetch(address)).text()).toContain('<title>5 visitors in 30 days</title>');
    expect(await findProblems(page)).toEqual([]);
    await page.getByLabel(/^Show the badge/).uncheck();
    await image(/^The badge/).waitFor({ state: 'detached' });
    expect((await fetch(address)).status).toBe(404);
  });
});
