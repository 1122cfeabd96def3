/** What people see when the server goes away, when it is back, and where there is nothing. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { holdBack, panelOf, settled } from './overview-panels.ts';
import { findViolations, phone, useDashboard } from './use-dashboard.ts';
import { useInstallation } from './use-installation.ts';
import { usePeople } from './use-people.ts';

const banner = (page: Page) => page.getByText('The server cannot be reached.');

describe('a server that goes away', () => {
  const installation = useInstallation();
  const owner = { email: 'owner@example.com', password: 'correct horse battery' };
  let home: string;

  beforeAll(async () => {
    const make = async (words: string[], input?: string) => {
      const { code, stdout, stderr } = await installation.cli([...words, '--json'], input);
      expect(code, stderr).toBe(0);
      return JSON.parse(stdout) as { id: string; websiteId: string };
    };
    const { id } = await make(['workspace', 'create', '--name', 'Away']);
    const domain = ['--domain', 'away.example'];
    const { websiteId } = await make(['website', 'create', '--workspace', id, ...domain]);
    await make(['user', 'create', '--workspace', id, '--email', owner.email], owner.password);
    home = `/w/${id}/${websiteId}`;
  });

  async function openSignedIn(path: string, options = {}): Promise<Page> {
    const page = await installation.open('/sign-in', options);
    const headers = { origin: installation.url() };
    const answer = await page.request.post(`${installation.url()}/app/sign-in`, { data: owner, headers });
    expect(answer.status()).toBe(200);
    await page.goto(installation.url() + path);
    return page;
  }

  it('leaves what is shown with its time, loads no page in vain, and is back by itself', async () => {
    const page = await openSignedIn(`${home}?period=7d`);
    await page.getByRole('link', { name: '0 now' }).waitFor();
    const figureOf = (shown: Page) => shown.locator('[data-metric="visitors"] .figure-value');
    const figure = figureOf(page);
    await expect.poll(() => figure.getAttribute('data-exact')).toBe('0');
    const still = await openSignedIn(`${home}?period=7d`, phone);
    await still.getByRole('link', { name: '0 now' }).waitFor();
    await expect.poll(() => figureOf(still).getAttribute('data-exact')).toBe('0');

    await installation.stopServer();
    await banner(page).waitFor();
    await page.getByText(/What you see is from \d+:\d\d/).waitFor();
    await page.getByRole('link', { name: 'Not live' }).waitFor();
    expect(await figure.getAttribute('data-exact')).toBe('0');
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: /^Last 7 days/ }).click();
    await page.getByRole('button', { name: 'Last 90 days' }).click();
    await page.getByRole('link', { name: 'Funnels' }).click();
    await page.waitForURL('**/funnels?*');
    await banner(page).waitFor();
    await page.getByText('The page fills by itself as soon as the server is back.').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await page.getByText('module').count()).toBe(0);
    await banner(still).waitFor();
    expect(await findViolations(still)).toEqual([]);

    await installation.startServer();
    await page.getByRole('heading', { level: 1, name: 'Funnels' }).waitFor();
    await banner(page).waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: '0 now' }).waitFor();
    await page.getByRole('link', { name: 'Overview', exact: true }).click();
    await panelOf(page, 'pages').getByText('No visitors in this period').waitFor();
    await banner(still).waitFor({ state: 'hidden' });
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('that was updated in between says so in words', async () => {
    const page = await openSignedIn(`${home}?period=7d`);
    await page.getByRole('link', { name: '0 now' }).waitFor();
    await page.route('**/assets/funnels-page-*.js', (route) => route.fulfill({ status: 404 }));
    await page.getByRole('link', { name: 'Funnels' }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('Footfall was updated while this page was open').waitFor();
    await page.unroute('**/assets/funnels-page-*.js');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Funnels' }).waitFor();
  });
});

describe('an address where nothing is', () => {
  const dashboard = useDashboard();

  it('is a page with the way back for people, and JSON for programs', async () => {
    for (const path of ['/nowhere', '/docs/nowhere', '/settings?x=1']) {
      const page = await dashboard.openSignedOut(path);
      await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor();
      expect(await dashboard.violations(page)).toEqual([]);
      await page.getByRole('link', { name: 'Go to the dashboard' }).click();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    }
    for (const path of ['/api/nowhere', '/api/v1/nowhere', '/app/nowhere']) {
      const answer = await fetch(dashboard.url + path);
      expect([path, answer.status >= 400, answer.headers.get('content-type')]).toEqual([
        path,
        true,
        'application/json; charset=utf-8',
      ]);
    }
    expect((await fetch(`${dashboard.url}/nowhere`)).status).toBe(404);
  });
});

describe('a section of the settings', () => {
  const people = usePeople('sections');

  it('that does not exist is not found, and one that is not for the role says that', async () => {
    const page = await people.openAsOwner('/settings/colours');
    await page.getByText('There are no such settings').waitFor();
    expect(await page.getByText('not for your role').count()).toBe(0);
    await page.getByRole('link', { name: 'Websites' }).click();
    await page.getByRole('heading', { name: 'Websites' }).waitFor();
  });

  it('of a website that was never visited leads to its snippet, whatever the filters', async () => {
    const page = await people.openAsOwner(`/${people.websiteId()}?country=is:DE`);
    await panelOf(page, 'pages').getByText('No visit to sections.example was counted yet.').waitFor();
    expect(await page.getByText('Remove one').count()).toBe(0);
    await panelOf(page, 'pages').getByRole('link', { name: 'show the snippet' }).click();
    await page.waitForURL('**/settings/websites');
  });
});

describe('old content', () => {
  const dashboard = useDashboard();

  it('is dimmed while new content loads, also in the details and on the map', async () => {
    const page = await dashboard.open('?period=90d');
    await settled(page);
    const answer = await holdBack(page, '**/analytics/countries?*');
    await panelOf(page, 'devices').getByRole('button', { name: 'Mobile' }).click();
    await page.locator('.countries-map.is-stale').waitFor();
    await panelOf(page, 'countries').locator('.is-stale').waitFor();
    answer();
    await settled(page);
  });
});

describe('words', () => {
  const dashboard = useDashboard();

  it('are those that people say', async () => {
    const page = await dashboard.open('?period=7d');
    await settled(page);
    await page.getByRole('button', { name: 'Compared with previous period' }).waitFor();
    await panelOf(page, 'sources').getByRole('tab', { name: 'Referring site' }).click();
    await panelOf(page, 'sources').getByRole('columnheader', { name: 'Referring site' }).waitFor();
    const said = await page.locator('body').innerText();
    expect(said).not.toMatch(/Hostname|\bvs\b|these days/);
    const members = await dashboard.open('/../settings/members');
    await members.getByText('Without two-step sign-in').first().waitFor();
  });
});
