/** From what AI operators fetch to the people they send and what these pay, each step clickable. */
import { expect, inject, it } from 'vitest';
import { at, days, exactIn, patience, texts, untilDrawn } from './deeper.ts';
import { chip, searchOf, visitors } from './overview-panels.ts';
import { phone, useDashboard } from './use-dashboard.ts';

const dashboard = useDashboard();
const ofDays = { from_date: days.from, to_date: days.to };
const counts = ['crawls', 'training_crawls', 'search_crawls', 'agent_requests'];

it('shows what was fetched by operator and purpose, and a click on either narrows it', async () => {
  const page = await dashboard.open(at('/ai'));
  const fetched = page.getByRole('region', { name: 'Pages that they fetched' });
  const expected = async (query: Record<string, string>) => {
    const rows = await dashboard.ownRows(page, 'pixel/analytics/crawled-pages', {
      ...ofDays,
      limit: '20',
      ...query,
    });
    expect(rows.length).toBeGreaterThan(2);
    return texts(rows.flatMap((row) => counts.map((name) => row[name])));
  };
  await expect.poll(() => exactIn(fetched.locator('table')), patience).toEqual(await expected({}));
  await fetched.getByRole('tab', { name: 'For a person' }).click();
  const agent = await expected({ purpose: 'agent' });
  await expect.poll(() => exactIn(fetched.locator('table')), patience).toEqual(agent);
  expect(searchOf(page).get('tab.purpose')).toBe('agent');

  await page
    .getByRole('region', { name: 'What they fetched' })
    .getByRole('button', { name: 'Anthropic' })
    .click();
  await chip(page, 'Anthropic').waitFor();
  expect(searchOf(page).get('ai_operator')).toBe('is:Anthropic');
  const ofOne = await expected({ purpose: 'agent', ai_operator: 'is:Anthropic' });
  expect(ofOne).not.toEqual(agent);
  await expect.poll(() => exactIn(fetched.locator('table')), patience).toEqual(ofOne);
  const way = page.getByRole('region', { name: 'From crawl to revenue' }).locator('tbody tr');
  await expect.poll(() => way.count(), patience).toBe(1);
  expect(await way.innerText()).toContain('Anthropic');
  await page.goBack();
  await expect.poll(() => way.count(), patience).toBeGreaterThan(3);
});

it('goes on from a page that was fetched to the people who saw it', async () => {
  const page = await dashboard.open(at('/ai'));
  await untilDrawn(page);
  const fetched = page.getByRole('region', { name: 'Pages that they fetched' });
  await fetched.getByRole('link', { name: '/shop', exact: true }).first().click();
  await chip(page, '/shop').waitFor();
  expect(searchOf(page).get('page')).toBe('is:/shop');
  const [row] = await dashboard.ownRows(page, 'pixel/analytics/headline', { ...ofDays, page: 'is:/shop' });
  await expect.poll(() => visitors(page), patience).toBe(row?.visitors);
});

it('follows the one switch of attribution, and a site that sent people filters', async () => {
  const page = await dashboard.open(at('/ai', '&model=first'));
  await untilDrawn(page);
  const way = page.getByRole('region', { name: 'From crawl to revenue' });
  const rows = await dashboard.ownRows(page, 'pixel/metrics/ai_traffic', { ...days, model: 'first' });
  const shown = ['crawls', 'referrals', 'visitors', 'conversions', 'revenue'];
  const expected = texts(rows.flatMap((row) => shown.map((name) => row[name])));
  await expect.poll(() => exactIn(way.locator('table')), patience).toEqual(expected);
  const sites = page.getByRole('region', { name: 'Sites that sent people' });
  await sites.getByRole('button', { name: 'chatgpt.com' }).click();
  await chip(page, 'chatgpt.com').waitFor();
  await expect.poll(() => sites.locator('tbody tr').count(), patience).toBe(1);
});

it('is for everybody: narrowed, on a phone and dark', async () => {
  const page = await dashboard.open(at('/ai', '&ai_operator=is:OpenAI&tab.trend=crawls'), {
    ...phone,
    colorScheme: 'dark',
  });
  await untilDrawn(page);
  await page.getByRole('region', { name: 'Over time' }).locator('.time-drawing').waitFor();
  expect(await dashboard.violations(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
});

it('shows on a share link what that shows: no revenue, and no way to pages of others', async () => {
  const { url, workspaceId, websiteUuid } = inject('dashboard');
  const owner = await dashboard.open(at('/health'));
  const made = await owner.request.post(`${url}/app/workspaces/${workspaceId}/share-links`, {
    data: { websiteId: websiteUuid, name: 'AI alone', pages: ['ai'] },
    headers: { origin: url },
  });
  const { link } = (await made.json()) as { link: string };
  const page = await dashboard.openSignedOut(at(`${new URL(link).pathname}/ai`, '&versus=Everyone'));
  const refused: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() >= 400 && /(ai_traffic|ai-series|ai-sites|crawled-pages)\?/.test(answer.url()))
      refused.push(answer.url());
  });
  await untilDrawn(page);
  const fetched = page.getByRole('region', { name: 'Pages that they fetched' });
  await fetched.getByRole('cell', { name: '/shop', exact: true }).first().waitFor();
  await page.getByRole('region', { name: 'From crawl to visit' }).waitFor();
  await page.locator('.legend-compared', { hasText: 'Everyone' }).waitFor();
  expect(await page.getByText(/revenue|€|\$/i).count()).toBe(0);
  expect(await fetched.getByRole('link', { name: '/shop', exact: true }).count()).toBe(0);
  expect(refused).toEqual([]);
});
