import { iso } from './figures.ts';
import { isAutomatic, isCrawl, isDrop, isHit } from './record.ts';
import { isCovered, type Row, type View } from './view.ts';

const dayMs = 24 * 60 * 60_000;
const skewToleratedMs = 60_000;

/** By the reason for which hits are left out; those that are as they should be never warn. */
const dropChecks: readonly [check: string, reason: string, isExpected: boolean][] = [
  ['domain_mismatch', 'foreign_domain', false],
  ['unknown_website', 'unknown_website', false],
  ['invalid_messages', 'invalid', false],
  ['rate_limited', 'rate_limited', false],
  ['bots', 'bot', true],
  ['automated_browsers', 'automated', true],
  ['local_pages', 'local', true],
  ['prefetches', 'prefetch', true],
  ['excluded_paths', 'excluded', true],
  ['unsigned_identities', 'unsigned_identity', false],
  ['refused_identities', 'refused_identity', true],
];

/** What is a function of records: all but the advice in `reason`. Nothing waits in the spool here, and nothing was refused. */
export function buildTrackingHealth(view: View): Row[] {
  const hits = view.records.filter((record) => isHit(record) || isAutomatic(record));
  const skewed = hits.filter(isCovered(view)).filter(({ ts, arrivedAt }) => ts > arrivedAt + skewToleratedMs);
  return [
    {
      check: 'receiving',
      status: receivingStatus(latest(hits), view.now),
      value: String(hits.filter(isCovered(view)).length),
      last_at: isoOrNull(latest(hits)),
    },
    ...dropChecks.map(([check, reason, isExpected]) => {
      const times = findLeftOut(view, reason);
      const status = times.length === 0 || isExpected ? 'ok' : 'warning';
      return { check, status, value: String(times.length), last_at: isoOrNull(latest(times)) };
    }),
    { check: 'queue_delay', status: 'ok', value: '0', last_at: null },
    {
      check: 'clock_skew',
      status: skewed.length === 0 ? 'ok' : 'warning',
      value: String(skewed.length),
      last_at: isoOrNull(latest(skewed)),
    },
    { check: 'refused_records', status: 'ok', value: '0', last_at: null },
  ];
}

function receivingStatus(last: number | undefined, now: number): string {
  if (last === undefined) return 'error';
  return last < now - dayMs ? 'warning' : 'ok';
}

/** Bots that a server reported count too, unless they are AI crawlers. */
function findLeftOut(view: View, reason: string) {
  const drops = view.records.filter(isDrop).filter((drop) => drop.reason === reason);
  const unnamed = view.records.filter(isCrawl).filter(({ operator }) => operator === '');
  return [...drops, ...(reason === 'bot' ? unnamed : [])].filter(isCovered(view));
}

const latest = (records: readonly { ts: number }[]): number | undefined =>
  records.length === 0 ? undefined : Math.max(...records.map(({ ts }) => ts));

const isoOrNull = (instant: number | undefined) => (instant === undefined ? null : iso(instant));
