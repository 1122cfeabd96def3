/** Numbers that mean the same are the same, on every page and for every question. */
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { attributesOf, patience, untilDrawn } from './deeper.ts';
import { usePeople } from './use-people.ts';

const dayMs = 86_400_000;
const midnight = Math.floor(Date.now() / dayMs) * dayMs;
/** So many days ago, at a time of UTC. */
const at = (days: number, time: string) => midnight - days * dayMs + Date.parse(`1970-01-01T${time}Z`);
const dayOf = (days: number) => new Date(midnight - days * dayMs).toISOString().slice(0, 10);
const range = `from=${dayOf(14)}&to=${dayOf(2)}`;

const questions = [
  '',
  'page=is:/shop',
  'page=is_not:/shop',
  'channel=is:Direct',
  'channel=is:AI&model=first',
  'referrer=is:(direct)&model=linear',
  'hostname=is:facebook.com',
  'utm_campaign=is:spring',
  'model=last',
  'model=linear&channel=is:Referral',
  'tz=Pacific/Auckland&model=first',
  'currency=USD',
  'currency=USD&model=linear&channel=is_not:Email&tz=America/Los_Angeles',
];

type Body = Record<string, unknown>;

describe('numbers agree', () => {
  const people = usePeople('numbers-agree');

  beforeAll(async () => {
    const workspace = people.workspaceId();
    await people.cli(['workspace', 'update', workspace, '--rate-limit', '1000000']);
    const words = ['key', 'create', '--workspace', workspace, '--name', 'tests'];
    const { key } = await people.cli([...words, '--scope', 'pixel:write', '--scope', 'pixel:read']);
    const post = async (path: string, body: Body) => {
      const answer = await fetch(`${people.url}/api/v1/pixel/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ website_id: people.websiteId(), ...body }),
      });
      expect(answer.status, await answer.text()).toBeLessThan(300);
    };
    const visit = async (
      visitor_id: string,
      session_id: string,
      ts: number,
      paths: string[],
      more: Body = {},
    ) => {
      for (const [index, path] of paths.entries())
        await post('events', { visitor_id, session_id, path, ts: ts + index * 60_000, ...more });
    };
    const pay = (visitor_id: string, amount: number, currency: string, timestamp: number) =>
      post('payments', {
        visitor_id,
        amount,
        currency,
        timestamp,
        transaction_id: `${visitor_id}-${timestamp}`,
      });

    await visit('ann', 'a1', at(9, '10:00'), ['/', '/shop'], { referrer: 'https://claude.ai/' });
    await visit('ann', 'a2', at(8, '10:00'), ['/blog'], { referrer: 'https://news.example.org/' });
    await visit('ann', 'a3', at(7, '10:00'), ['/', '/shop']);
    await post('identify', { visitor_id: 'ann', external_id: 'customer-1', traits: { name: 'Ann Ash' } });
    await pay('ann', 30, 'EUR', at(7, '10:30'));
    await visit('bob', 'b1', at(8, '11:00'), ['/'], { referrer: 'https://www.google.com/' });
    const signup = { visitor_id: 'bob', session_id: 'b1', name: 'custom', path: '/', ts: at(8, '11:02') };
    await post('events', { ...signup, properties: { goal_name: 'signup', plan: 'pro' } });
    await pay('bob', 20, 'USD', at(8, '12:00'));
    // Before the days that are looked at.
    await pay('bob', 4.5, 'EUR', at(60, '12:00'));
    const tags = { utm_source: 'newsletter', utm_medium: 'email', utm_campaign: 'spring' };
    await visit('cem', 'c1', at(8, '23:30'), ['/shop', '/pricing'], tags);
    await pay('cem', 9.5, 'EUR', at(7, '00:30'));
    await post('goals', { visitor_id: 'cem', goal_name: 'purchase', timestamp: at(7, '00:30') });
    await visit('dot', 'd1', at(9, '09:00'), ['/pricing']);
    await visit('eve', 'e1', at(8, '09:00'), ['/'], { referrer: 'https://m.facebook.com/' });
    await visit('fox', 'f1', at(6, '09:00'), ['/blog'], { referrer: 'https://facebook.com/' });
    await pay('webhook', 5, 'EUR', at(6, '12:00'));
    // What the script captures by itself: an event, and nothing else.
    const captured = await fetch(`${people.url}/collect`, {
      method: 'POST',
      headers: { 'user-agent': browser },
      body: JSON.stringify({
        t: 'outbound',
        u: 'https://numbers-agree.example/',
        v: 'gil',
        s: 'g1',
        p: { url: 'https://elsewhere.example/' },
        o: { websiteId: people.websiteId() },
      }),
    });
    expect(captured.headers.get('x-footfall-dropped')).toBeNull();
    const query = new URLSearchParams({ website_id: people.websiteId(), from: dayOf(14) });
    const catalogue = async () => {
      const answer = await people.api(`/pixel/metrics/events_catalog?${query}`, String(key));
      const { data } = (await answer.json()) as { data: { data: { name: string; events: string }[] } };
      return Object.fromEntries(data.data.map(({ name, events }) => [name, events]));
    };
    const wanted = { pageview: '11', payment: '4', signup: '1', purchase: '1', outbound: '1' };
    await vi.waitFor(async () => expect(await catalogue()).toEqual(wanted), { ...patience, interval: 200 });
  });

  it.each(questions)('for ?%s', async (question) => {
    const search = `?${range}&compare=none${question && `&${question}`}`;
    const page = await people.openAsOwner(`/${people.websiteId()}${search}`);
    const overview = await readOverview(page);
    const { headline } = overview;

    // Panels add up to the headline.
    expect(overview.views).toBe(headline.pageviews);
    expect(overview.goals).toBe(headline.conversions);
    for (const revenue of Object.values(overview.revenueBy)) expect(revenue).toBeCloseTo(headline.revenue, 6);
    // Direct is one thing, and so is what it earned.
    expect(overview.directRevenue.panel).toBeCloseTo(overview.directRevenue.channel, 6);

    const go = async (name: string) => {
      await page.getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
      await untilDrawn(page);
    };
    await go('Visitors');
    const listed = page.getByRole('region', { name: 'Visitors' }).last();
    const cells = (await attributesOf(listed.locator('[data-exact]'), 'data-exact')).map(Number);
    const columns = ['sessions', 'pageviews', 'conversions', 'revenue'] as const;
    for (const [index, name] of columns.entries())
      expect(sum(cells.filter((_, place) => place % columns.length === index)), name).toBeCloseTo(
        headline[name],
        6,
      );

    await go('Sessions');
    const sessions = await page.locator('[data-session]').count();
    expect(sessions).toBe(headline.sessions);

    await go('Revenue');
    const total = page.locator('[data-sum="Revenue"]');
    if (headline.revenue !== 0 || (await total.count()) > 0)
      expect(Number(await total.getAttribute('data-exact'))).toBeCloseTo(headline.revenue, 6);

    await go('AI traffic');
    const ofAssistants = page.locator('[data-sum="Their revenue"]');
    const earned =
      (await ofAssistants.count()) > 0 ? Number(await ofAssistants.getAttribute('data-exact')) : 0;
    expect(earned).toBeCloseTo(overview.channels.get('AI')?.revenue ?? 0, 6);

    await go('Events');
    expect(await countEvents(page, 'pageview')).toBe(headline.pageviews);
    expect((await countEvents(page, 'signup')) + (await countEvents(page, 'purchase'))).toBe(
      headline.conversions,
    );
  });

  it('tells what the script captures apart, and other currencies beside the largest', async () => {
    const captured = await people.openAsOwner(`/${people.websiteId()}/events?period=7d`);
    await untilDrawn(captured);
    const own = captured.getByRole('region', { name: 'Captured by the script', exact: true });
    expect(await own.locator('[data-event]').allInnerTexts()).toEqual(['outbound']);

    const page = await people.openAsOwner(`/${people.websiteId()}?${range}&compare=none`);
    const { headline } = await readOverview(page);
    expect(headline.revenue).toBe(44.5);
    const other = page.locator('[data-metric="revenue"] [data-currency="USD"]');
    expect(await other.getAttribute('data-exact')).toBe('20');
    await page.getByRole('button', { name: 'Amounts in EUR' }).click();
    await page.getByRole('button', { name: 'USD', exact: true }).click();
    await expect.poll(() => exactOf(page.locator('[data-metric="revenue"] .figure-value'))).toBe(20);
    expect(await page.locator('[data-metric="revenue"] .figure-value').innerText()).toBe('$20');
  });

  it('tells what a visitor paid by currency, the largest first', async () => {
    const page = await people.openAsOwner(`/${people.websiteId()}/visitors/bob?period=12mo`);
    const revenue = page.locator('[data-sum="Revenue"]');
    await revenue.getByText('and €4.50').waitFor();
    expect(await revenue.locator('.sum-value').innerText()).toBe('$20.00');
    const menu = page.getByRole('button', { name: /^Amounts in/ });
    expect(await menu.count()).toBe(0);
    await page.getByRole('link', { name: 'Revenue' }).click();
    await menu.waitFor();
    // No amount is shown there, so that there is none to choose.
    await page.getByRole('link', { name: 'Retention' }).click();
    await page.getByRole('heading', { level: 1, name: 'Retention' }).waitFor();
    expect(await menu.count()).toBe(0);
  });
});

const browser =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36';

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

const exactOf = async (place: Locator): Promise<number> => Number(await place.getAttribute('data-exact'));

async function countEvents(page: Page, name: string): Promise<number> {
  const row = page.locator('tr', { has: page.locator(`[data-event="${name}"]`) });
  return (await row.count()) === 0 ? 0 : exactOf(row.locator('[data-exact]').first());
}

type Numbers = Record<string, number>;

/** The numbers of a panel by what its rows are called. All rows of so small a website are shown. */
async function readPanel(page: Page, name: string): Promise<Map<string, Numbers>> {
  const rows = await page.locator(`[data-panel="${name}"] tbody tr`).all();
  const read = rows.map(async (row): Promise<[string, Numbers]> => {
    const cells = row.locator('td[data-column]');
    const [names, values] = [
      await attributesOf(cells, 'data-column'),
      await attributesOf(cells, 'data-exact'),
    ];
    const text =
      (await row.locator('.bars-text').innerText()) + (await row.locator('.bars-note').allInnerTexts());
    return [text, Object.fromEntries(names.map((column, index) => [String(column), Number(values[index])]))];
  });
  return new Map(await Promise.all(read));
}

async function readOverview(page: Page) {
  await page.locator('[data-metric="visitors"] [data-exact]').waitFor();
  await expect.poll(() => page.locator('.is-stale, .skeleton').count(), patience).toBe(0);
  const figure = (metric: string) => exactOf(page.locator(`[data-metric="${metric}"] .figure-value`));
  const headline = {
    sessions: await figure('sessions'),
    pageviews: await figure('pageviews'),
    conversions: await figure('conversions'),
    revenue: await figure('revenue'),
  };
  const column = (rows: Map<string, Numbers>, name: string) =>
    sum([...rows.values()].map((row) => row[name] ?? 0));
  const channels = await readPanel(page, 'sources');
  const credited = await readPanel(page, 'revenue');
  return {
    headline,
    channels,
    views: column(await readPanel(page, 'pages'), 'views'),
    goals: column(await readPanel(page, 'goals'), 'conversions'),
    revenueBy: {
      channel: column(channels, 'revenue'),
      country: column(await readPanel(page, 'countries'), 'revenue'),
      device: column(await readPanel(page, 'devices'), 'revenue'),
      source: column(credited, 'revenue'),
    },
    directRevenue: {
      channel: channels.get('Direct')?.revenue ?? 0,
      panel: credited.get('Direct')?.revenue ?? 0,
    },
  };
}
