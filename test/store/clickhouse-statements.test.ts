/** Statements for ClickHouse, which need none to be written: how long they are, and what they read. */
import { expect, it } from 'vitest';
import type { RawQuery } from '../../src/contract/raw-query.ts';
import { catalogue } from '../../src/reports/catalogue.ts';
import type { Report } from '../../src/reports/define-report.ts';
import { parseQuestion } from '../../src/reports/parse-question.ts';
import { restDates } from '../../src/reports/question/date-range.ts';
import { buildScope } from '../../src/reports/rows/scope.ts';
import { deriveFirst } from '../../src/store/analytics/clickhouse/derive-first.ts';
import { buildSources } from '../../src/store/analytics/clickhouse/sources.ts';
import { withGoals } from '../../src/store/analytics/definitions/goals.ts';
import { inCurrency } from '../../src/store/analytics/in-currency.ts';
import { factNames } from '../../src/store/analytics/tables.ts';
import { clock, otherWebsite, website, workspaceId } from './sample-records.ts';

/** What ClickHouse takes of a form's field unless it is configured otherwise (`http_max_field_value_size`). */
const longestField = 128 * 1024;

const now = clock();
const dayMs = 86_400_000;
const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);
const today = Date.parse(dayOf(now));

/** A late record has opened days long ago, and another website has other days open. */
const part = {
  open: [
    ...[40, 9, 0].map((ago) => ({ websiteId: website, day: dayOf(today - ago * dayMs) })),
    { websiteId: otherWebsite, day: dayOf(today) },
  ],
  settledUntil: today,
  recorded: { first: today / dayMs - 40, last: today / dayMs },
};

const goals = [
  { websiteId: website, name: 'Thanks', type: 'page' as const, match: '/thanks*' },
  { websiteId: website, name: 'Away', type: 'event' as const, match: 'outbound' },
];

const query = {
  website_id: website,
  from_date: '2024-02-10',
  to_date: '2024-03-18',
  visitor_id: 'v1',
  goal_name: 'signup',
  steps: 'page:/1,goal:signup',
};

const filters = {
  utm_source: 'contains:letter',
  page: 'starts_with:/1',
  paying: 'yes',
  identified: 'no',
  visitor_type: 'new',
};

function writeStatements(report: Report, asked: RawQuery): string[] {
  const { inputs, ...question } = parseQuestion(report, asked, {
    dates: restDates,
    today: { now, retentionDays: null },
    bounds: undefined,
    forDashboard: true,
  });
  const tenant = { workspaceId, websiteIds: [website, otherWebsite] };
  const stored = buildSources(tenant, { traffic: part, credits: part });
  const scope = buildScope({
    ...question,
    sources: inCurrency(withGoals(stored, goals), 'EUR'),
    countsViews: 'of sessions',
    ownDomains: ['example.com'],
    now,
    oldestPendingAt: undefined,
    countRefused: () => ({ records: 0, lastAt: 0 }),
  });
  const { tables, statement } = deriveFirst(report.sql(scope, inputs));
  return [...tables.map(({ rows }) => rows.text), statement.text];
}

it.each(catalogue.map((report) => [report.title, report] as const))(
  '%s fits into a form, with goals, a currency and filters that read other records',
  (_, report) => {
    const longest = Math.max(
      ...writeStatements(report, { ...query, ...filters }).map((text) => Buffer.byteLength(text)),
    );
    expect(longest).toBeLessThan(longestField);
  },
);

it.each([
  ['Headline figures', []],
  ['Countries', ['country']],
  ['Devices', ['device']],
])('%s reads those facts of a session that it shows, and no others', (title, facts) => {
  const report = catalogue.find((each) => each.title === title) as Report;
  const words = new Set(writeStatements(report, query).flatMap((text) => text.match(/\w+/g) ?? []));
  expect(factNames.filter((fact) => words.has(fact))).toEqual(facts);
});
