import { count, iso, money, totalMicros } from './figures.ts';
import { ascending, descending, groupBy, inTime, sorted } from './order.ts';
import { buildPersons, findBest, findCounted } from './persons.ts';
import { isConversion, isHit, isPageview, isPayment } from './record.ts';
import { inOrderOfBeginning } from './sessions.ts';
import { shown, shownSource } from './shown.ts';
import { isCovered, type Placed, placeRecords, type Row, type View } from './view.ts';

/** Everybody with traffic, a goal or a payment in the range: one row a person, who was here last first. */
export function buildPeople(view: View): Row[] {
  const { personOf } = buildPersons(view.records);
  const groups = [...groupBy(placeRecords(view), ({ record }) => personOf(record))];
  const rows = groups.map(([person, placed]) => buildPerson(view, person, placed));
  return sorted(
    rows.map((row): Row => ({ ...row, total: String(rows.length) })),
    descending(({ last_seen }) => Date.parse(String(last_seen))),
    ...ties.map((name) => ascending((row: Row) => readTie(row, name))),
  );
}

/** Two persons of different websites may be the same visitor. */
const ties = [
  'visitor_id',
  'first_seen',
  'sessions',
  'pageviews',
  'conversions',
  'revenue',
  'identified',
  'country',
  'device',
  'browser',
  'channel',
  'source',
];

/** Counts are texts, and compared as numbers. */
function readTie(row: Row, name: string): string | number | boolean {
  const value = row[name] as string | number | boolean;
  return ['sessions', 'pageviews', 'conversions'].includes(name) ? Number(value) : value;
}

function buildPerson(view: View, person: string, placed: readonly Placed[]): Row {
  const { personOf } = buildPersons(view.records);
  const records = inTime(placed.map(({ record }) => record));
  const lastTs = Math.max(...records.map(({ ts }) => ts));
  const seenAs = records.filter(({ ts }) => ts === lastTs).map(({ visitor }) => visitor);
  const came = placed.filter(({ record }) => isHit(record));
  const sessions = inOrderOfBeginning([...new Set(came.flatMap(({ session }) => session ?? []))]);
  const last = sessions.at(-1);
  const identity = findBest(findCounted(view.records).filter((each) => personOf(each) === person));
  return {
    visitor_id: sorted(
      seenAs,
      descending((id) => id),
    )[0],
    identified: identity !== undefined,
    traits: identity?.traits ?? {},
    first_seen: iso(Math.min(...records.map(({ ts }) => ts))),
    last_seen: iso(lastTs),
    sessions: count(sessions.filter(({ beganAt }) => isCovered(view)({ ts: beganAt }))),
    pageviews: count(records.filter(isPageview)),
    conversions: count(records.filter(isConversion)),
    revenue: money(totalMicros(records.filter(isPayment).map(({ micros }) => micros))),
    country: shown('country', last),
    device: shown('device', last),
    browser: shown('browser', last),
    channel: shown('channel', last),
    source: shownSource(last),
  };
}
