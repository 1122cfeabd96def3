import { describe, expect, it } from 'vitest';
import type { WorkspaceId } from '../contract/ids.ts';
import { parseLanguage } from '../ingest/client/parse-language.ts';
import { addProgramRows, addRows, emptyRows, type Rows } from './build-rows.ts';
import { buildDays, dayMs, minuteMs, timeZone } from './calendar.ts';
import { buildTraffic } from './traffic.ts';
import type { Payment } from './visit.ts';
import type { Visitor } from './visitor.ts';

const now = Date.parse('2026-04-22T14:30:00Z');
const target = { workspaceId: 'workspace' as WorkspaceId, websiteId: 'ff_website' };

function buildVisitors(seed: number, count: number): Visitor[] {
  return [...buildTraffic({ seed, visitors: count, now })].flatMap(({ visitors }) => visitors);
}

function buildRows(visitors: readonly Visitor[]): Rows {
  const rows = emptyRows();
  for (const visitor of visitors) addRows(rows, visitor, target);
  return rows;
}

const visitors = buildVisitors(1, 6000);
const rows = buildRows(visitors);
const visits = visitors.flatMap((visitor) => visitor.visits);
const payments = visitors.flatMap(({ visits: own, billing }) => [
  ...own.flatMap(({ steps }) => steps.filter((step) => step.type === 'payment')),
  ...billing,
]);
const momentOf = (ts: string) => Date.parse(`${ts.replace(' ', 'T')}Z`);

describe('chance', () => {
  it('gives the same rows for the same seed, and others for another', () => {
    const once = buildRows(buildVisitors(7, 300));
    expect(buildRows(buildVisitors(7, 300))).toEqual(once);
    expect(buildRows(buildVisitors(8, 300))).not.toEqual(once);
  });

  it('gives no id twice', () => {
    const ids = [...visitors.map(({ id }) => id), ...visits.map(({ sessionId }) => sessionId)];
    expect(new Set(ids).size).toBe(ids.length);
    const transactions = payments.map(({ transactionId }) => transactionId);
    expect(new Set(transactions).size).toBe(transactions.length);
    expect(new Set(rows.claims.map(({ fingerprint }) => fingerprint)).size).toBe(transactions.length);
  });
});

describe('time', () => {
  it('begins each day at midnight of the shop, across the change to summer time', () => {
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
    const days = buildDays(now);
    expect(days).toHaveLength(90);
    expect(new Set(days.map(({ startsAt }) => clock.format(startsAt)))).toEqual(new Set(['00:00']));
    const lengths = days.slice(1).map(({ startsAt }, index) => startsAt - (days[index]?.startsAt ?? 0));
    expect(lengths.filter((length) => length !== dayMs)).toEqual([dayMs - 60 * minuteMs]);
  });

  it('lies within the last 90 days, and nothing is ahead of now', () => {
    const moments = [...rows.hits, ...rows.conversions, ...rows.payments, ...rows.identities].map(({ ts }) =>
      momentOf(ts),
    );
    expect(Math.max(...moments)).toBeLessThanOrEqual(now);
    expect(Math.min(...moments)).toBeGreaterThanOrEqual(now - 90 * dayMs);
  });

  it('runs forward within a visit, without a pause that would end the session', () => {
    const pauses = visits.flatMap(({ steps }) =>
      steps.slice(1).map(({ at }, index) => at - (steps[index]?.at ?? 0)),
    );
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...pauses)).toBeLessThan(30 * minuteMs);
  });

  it('keeps the visits of one visitor apart', () => {
    for (const { visits: own } of visitors) {
      own.slice(1).forEach(({ steps }, index) => {
        expect(steps[0]?.at).toBeGreaterThan(own[index]?.steps.at(-1)?.at ?? 0);
      });
    }
  });

  it('has busy days and quiet ones, busy hours and quiet ones, and a launch', () => {
    const days = buildDays(now);
    const visitsOn = (index: number) => {
      const from = days[index]?.startsAt ?? 0;
      return visits.filter(({ steps: [first] }) => first && first.at >= from && first.at < from + dayMs)
        .length;
    };
    const usual = days.filter(({ sinceLaunch, index }) => (sinceLaunch < 0 || sinceLaunch > 8) && index < 89);
    const averageOf = (weekdays: number[]) => {
      const chosen = usual.filter(({ weekday }) => weekdays.includes(weekday));
      return chosen.reduce((sum, { index }) => sum + visitsOn(index), 0) / chosen.length;
    };
    expect(averageOf([2, 3, 4])).toBeGreaterThan(1.15 * averageOf([0, 6]));
    const launch = days.find(({ sinceLaunch }) => sinceLaunch === 0);
    expect(visitsOn(launch?.index ?? 0)).toBeGreaterThan(2 * averageOf([2]));

    const hourOf = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' });
    const startsIn = (hour: string) =>
      visits.filter(({ steps: [first] }) => hourOf.format(first?.at) === hour).length;
    expect(startsIn('12')).toBeGreaterThan(5 * startsIn('03'));
  });

  it('reaches the present minute', () => {
    const live = rows.hits.filter(({ ts }) => momentOf(ts) > now - 5 * minuteMs);
    expect(new Set(live.map(({ visitor_id }) => visitor_id)).size).toBeGreaterThanOrEqual(5);
  });
});

describe('money', () => {
  it('renews a subscription after it was first paid', () => {
    let renewed = 0;
    for (const { visits: own, billing } of visitors) {
      const renewals = billing.filter(({ kind }) => kind === 'renewal');
      const [firstVisit] = own;
      for (const { at } of renewals) expect(at).toBeGreaterThan(firstVisit?.steps[0]?.at ?? now);
      const goal = own
        .flatMap(({ steps }) => steps)
        .find((step) => step.type === 'goal' && step.name === 'subscription');
      if (!goal || renewals.length === 0) continue;
      renewed += 1;
      expect(renewals[0]?.at).toBeGreaterThan(goal.at);
    }
    expect(renewed).toBeGreaterThan(5);
  });

  it('refunds what was paid, later and never more', () => {
    const paid = new Map<string, Payment>(payments.map((payment) => [payment.transactionId, payment]));
    const refunds = payments.filter(({ kind }) => kind === 'refund');
    expect(refunds.length).toBeGreaterThan(0);
    for (const refund of refunds) {
      const original = paid.get(refund.transactionId.replace('re_', 'in_'));
      expect(original?.kind).toBe('plain');
      expect(refund.at).toBeGreaterThan(original?.at ?? now);
      expect(refund.amount).toBeLessThanOrEqual(original?.amount ?? 0);
    }
    expect(rows.payments.filter(({ amount }) => Number(amount) < 0)).toHaveLength(refunds.length);
  });
});

describe('people', () => {
  it('live in countries that exist and speak languages that the product reads', () => {
    const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
    const countries = new Set(rows.hits.map(({ country }) => country));
    expect(countries.size).toBeGreaterThanOrEqual(40);
    for (const country of countries) expect(names.of(country)).toBeDefined();
    for (const { home } of visitors) expect(parseLanguage(home.language)).toBe(home.language);
  });

  it('use browsers that the product knows', () => {
    const clients = new Map(rows.hits.map((hit) => [`${hit.browser} on ${hit.os}, ${hit.device}`, hit]));
    for (const [name, { browser, os, device }] of clients) {
      expect(browser, name).not.toBe('');
      expect(os, name).not.toBe('');
      expect(['desktop', 'mobile', 'tablet'], name).toContain(device);
    }
  });

  it('come from everywhere, and more and more from AI assistants', () => {
    const firsts = [...new Map(rows.hits.toReversed().map((hit) => [hit.session_id, hit])).values()];
    expect(new Set(firsts.map(({ channel }) => channel))).toEqual(
      new Set([
        ...['Paid Search', 'Paid Social', 'Display', 'AI', 'Organic Search', 'Organic Social'],
        ...['Organic Video', 'Email', 'Affiliates', 'Audio', 'Referral', 'Direct'],
      ]),
    );
    const shareOfAi = (from: number, to: number) => {
      const chosen = firsts.filter(({ ts }) => momentOf(ts) >= from && momentOf(ts) < to);
      return chosen.filter(({ channel }) => channel === 'AI').length / chosen.length;
    };
    expect(shareOfAi(now - 20 * dayMs, now)).toBeGreaterThan(
      1.5 * shareOfAi(now - 90 * dayMs, now - 60 * dayMs),
    );
  });

  it('behave as visitors of a shop do', () => {
    const pageviewsOf = visits.map(({ steps }) => steps.filter(({ type }) => type === 'pageview').length);
    const bounced = visits.filter(
      ({ steps }, index) => pageviewsOf[index] === 1 && !steps.some(({ type }) => type === 'custom'),
    );
    expect(bounced.length / visits.length).toBeGreaterThan(0.35);
    expect(bounced.length / visits.length).toBeLessThan(0.6);

    const seconds = visits.map(
      ({ steps: [first, ...rest] }) => ((rest.at(-1) ?? first)?.at ?? 0) - (first?.at ?? 0),
    );
    const average = seconds.reduce((sum, each) => sum + each, 0) / seconds.length / 1000;
    expect(average).toBeGreaterThan(60);
    expect(average).toBeLessThan(240);

    const wanted = rows.conversions.filter(({ is_automatic }) => !is_automatic);
    const converting = new Set(wanted.map(({ visitor_id }) => visitor_id)).size / visitors.length;
    expect(converting).toBeGreaterThan(0.01);
    expect(converting).toBeLessThan(0.04);

    const pageviews = pageviewsOf.reduce((sum, each) => sum + each, 0) / visitors.length;
    expect(pageviews).toBeGreaterThan(4);
    expect(pageviews).toBeLessThan(6);

    const devices = new Map(rows.hits.map(({ visitor_id, device }) => [visitor_id, device]));
    const mobile = [...devices.values()].filter((device) => device === 'mobile').length / devices.size;
    expect(mobile).toBeGreaterThan(0.5);
    expect(mobile).toBeLessThan(0.6);
  });
});

describe('what the script captures by itself', () => {
  it('is there, of each kind, and is none of what the shop wants', () => {
    const captured = rows.conversions.filter(({ is_automatic }) => is_automatic);
    expect(new Set(captured.map(({ name }) => name))).toEqual(new Set(['outbound', 'download', 'form']));
    expect(captured.length).toBeGreaterThan(100);
    const hits = rows.hits.filter(({ type }) => type === 'automatic');
    expect(hits).toHaveLength(captured.length);
    expect(hits.every(({ device }) => device !== '' && device !== 'unknown')).toBe(true);
  });
});

describe('customers', () => {
  it('have names, the same each time', () => {
    const names = new Map<string, string>();
    for (const { visitor_id, traits } of rows.identities) {
      const { name } = JSON.parse(traits);
      expect(name).toMatch(/^\p{Lu}\p{L}+ \p{Lu}\p{L}+$/u);
      expect(names.get(visitor_id) ?? name).toBe(name);
      names.set(visitor_id, name);
    }
    expect(names.size).toBeGreaterThan(10);
  });
});

describe('programs', () => {
  const fetched = emptyRows();
  for (const { programs } of buildTraffic({ seed: 1, visitors: 6000, now })) {
    addProgramRows(fetched, programs, target);
  }

  it('fetch pages for assistants and for search engines, and are no traffic', () => {
    const operators = new Set(fetched.crawls.map(({ operator }) => operator));
    expect([...operators].sort()).toEqual(
      expect.arrayContaining(['', 'Anthropic', 'Meta', 'OpenAI', 'Perplexity']),
    );
    expect(new Set(fetched.crawls.map(({ purpose }) => purpose))).toEqual(
      new Set(['training', 'search', 'agent', 'other']),
    );
    expect(fetched.hits).toEqual([]);
  });

  it('came at no time ahead of now', () => {
    expect(fetched.crawls.every(({ ts }) => momentOf(ts) <= now)).toBe(true);
  });
});
