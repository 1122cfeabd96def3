import { count, iso, rounded } from './figures.ts';
import { passes } from './filters.ts';
import { descending, sorted } from './order.ts';
import { isCustom } from './record.ts';
import { buildSessions } from './sessions.ts';
import { shown } from './shown.ts';
import { isCovered, type Row, type View } from './view.ts';

/** Sessions that began in the range, newest first. */
export function buildSessionsReport(view: View): Row[] {
  const begun = buildSessions(view.records)
    .filter(({ beganAt }) => isCovered(view)({ ts: beganAt }))
    .filter((session) => passes(view.filters, session));
  const newestFirst = sorted(
    begun,
    descending(({ beganAt }) => beganAt),
    descending(({ hits }) => hits[0]?.seq ?? 0),
  );
  return newestFirst.map((session) => ({
    session_id: session.id,
    visitor_id: session.hits[0]?.visitor,
    started_at: iso(session.beganAt),
    duration_seconds: rounded(session.durationMs / 1000),
    pageviews: count(session.pageviews),
    events: count(session.hits.filter(isCustom)),
    entry_page: session.pageviews[0]?.path ?? null,
    exit_page: session.pageviews.at(-1)?.path ?? null,
    country: shown('country', session),
    device: shown('device', session),
    browser: shown('browser', session),
    os: shown('os', session),
    channel: shown('channel', session),
    referrer: shown('referrerHost', session),
    is_bounce: session.bounced,
  }));
}
