/** The numbers of contract §5 once more, computed plainly from a list of records. */
import type { Tail } from './records.ts';

export type ModelRecord = {
  kind: 'pageview' | 'custom' | 'goal' | 'payment';
  visitor: string;
  session: string;
  /** Unix milliseconds, different for each record. */
  ts: number;
  path: string;
  host: string;
  country: string;
  amountCents: number;
};

export type Range = { from: number; to: number };

type Session = {
  visitor: string;
  first: ModelRecord;
  hits: ModelRecord[];
  seconds: number;
  bounced: boolean;
};

export type SessionFilter = (session: Session | undefined) => boolean;

const dayMs = 24 * 60 * 60 * 1000;
const isHit = ({ kind }: ModelRecord) => kind === 'pageview' || kind === 'custom';
const isView = ({ kind }: ModelRecord) => kind === 'pageview';
const isConversion = ({ kind }: ModelRecord) => kind === 'custom' || kind === 'goal';
const lies =
  ({ from, to }: Range) =>
  ({ ts }: { ts: number }) =>
    ts >= from && ts < to;
const distinctVisitors = (records: readonly ModelRecord[]) =>
  new Set(records.map(({ visitor }) => visitor)).size;
const round = (value: number) => (Number.isFinite(value) ? Math.floor(100 * value + 0.5) / 100 : 0);
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

export function buildSessions(records: readonly ModelRecord[]): Session[] {
  const hits = records.filter(isHit).toSorted((a, b) => a.ts - b.ts);
  return [...groupBy(hits, ({ session }) => session).values()].map((own) => {
    const [first, last] = [own[0] as ModelRecord, own.at(-1) as ModelRecord];
    return {
      visitor: first.visitor,
      first,
      hits: own,
      seconds: (last.ts - first.ts) / 1000,
      bounced: own.length === 1 && isView(first),
    };
  });
}

function findCredited(sessions: readonly Session[], { visitor, ts }: ModelRecord): Session | undefined {
  return sessions
    .filter((session) => session.visitor === visitor && session.first.ts <= ts)
    .toSorted((a, b) => a.first.ts - b.first.ts)
    .at(-1);
}

/** Rows of a traffic report in their order. */
export function buildTailRows(
  records: readonly ModelRecord[],
  range: Range,
  shownUnder: (session: Session | undefined) => string,
  passes: SessionFilter = () => true,
): [value: string, tail: Tail][] {
  const sessions = buildSessions(records);
  const owner = (record: ModelRecord) =>
    isHit(record) ? sessions.find(({ hits }) => hits.includes(record)) : findCredited(sessions, record);
  const placed = records
    .filter(lies(range))
    .map((record) => ({ record, session: owner(record) }))
    .filter(({ session }) => passes(session));
  const rows = [...groupBy(placed, ({ session }) => shownUnder(session))].map(
    ([value, members]): [string, Tail] => {
      const own = members.map(({ record }) => record);
      const began = [...new Set(members.map(({ session }) => session))].flatMap((session) =>
        session && lies(range)(session.first) ? [session] : [],
      );
      return [value, buildTail(own, began)];
    },
  );
  return rows.toSorted(
    ([a, one], [b, other]) => Number(other.visitors) - Number(one.visitors) || (a < b ? -1 : 1),
  );
}

function buildTail(records: readonly ModelRecord[], began: readonly Session[]): Tail {
  const visitors = distinctVisitors(records.filter(isHit));
  const bounces = began.filter(({ bounced }) => bounced).length;
  return {
    visitors: String(visitors),
    sessions: String(began.length),
    pageviews: String(records.filter(isView).length),
    bounces: String(bounces),
    bounce_rate: round((100 * bounces) / began.length),
    avg_session_seconds: round(sum(began.map(({ seconds }) => seconds)) / began.length),
    conversions: String(records.filter(isConversion).length),
    conversion_rate: round((100 * distinctVisitors(records.filter(isConversion))) / visitors),
    revenue: sum(records.map(({ amountCents }) => amountCents)) / 100,
  };
}

/** One value for each day of the range. */
export function buildDays(records: readonly ModelRecord[], range: Range, metric: string): number[] {
  const sessions = buildSessions(records);
  const days = Math.round((range.to - range.from) / dayMs);
  return Array.from({ length: days }, (_, index) => {
    const day = { from: range.from + index * dayMs, to: range.from + (index + 1) * dayMs };
    const began = sessions.filter(({ first }) => lies(day)(first));
    const { bounce_rate, avg_session_seconds, ...counts } = buildTail(records.filter(lies(day)), began);
    const values: Record<string, unknown> = { ...counts, bounce_rate, session_time: avg_session_seconds };
    return Number(values[metric]);
  });
}

export function buildPageRows(records: readonly ModelRecord[], range: Range) {
  const views = buildSessions(records).flatMap((session) => {
    const own = session.hits.filter(isView);
    return own.map((view, index) => ({ view, session, next: own[index + 1] }));
  });
  const within = views.filter(({ view }) => lies(range)(view));
  return [...groupBy(within, ({ view }) => view.path)]
    .map(([path, own]) => {
      const sessions = new Set(own.map(({ session }) => session)).size;
      const bounces = own.filter(({ session }) => session.bounced).length;
      const gaps = own.flatMap(({ view, next }) =>
        next ? [Math.min((next.ts - view.ts) / 1000, 1800)] : [],
      );
      return {
        path,
        views: String(own.length),
        sessions: String(sessions),
        bounces: String(bounces),
        bounce_rate: round((100 * bounces) / sessions),
        avg_time_seconds: round(sum(gaps) / gaps.length),
      };
    })
    .toSorted((a, b) => Number(b.views) - Number(a.views) || (a.path < b.path ? -1 : 1));
}
