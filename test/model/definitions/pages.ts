import { count, meanSeconds, percent, total } from './figures.ts';
import { passesView } from './filters.ts';
import { ascending, descending, groupBy, sorted } from './order.ts';
import type { Hit } from './record.ts';
import { buildSessions, type Session } from './sessions.ts';
import { isCovered, type Row, type View } from './view.ts';

const longestGapMs = 1_800_000;

export function buildPages(view: View): Row[] {
  const views = buildSessions(view.records)
    .flatMap((session) => session.pageviews.map((pageview) => ({ session, pageview })))
    .filter(({ pageview }) => isCovered(view)(pageview))
    .filter(({ session, pageview }) => passesView(view.filters, session, pageview.path));
  const rows = [...groupBy(views, ({ pageview }) => pageview.path)].map(([path, own]) => {
    const sessions = new Set(own.map(({ session }) => session));
    // A session that bounced has one view: the page on which it entered.
    const bounces = own.filter(({ session }) => session.bounced);
    return {
      path,
      views: count(own),
      sessions: count(sessions),
      bounces: count(bounces),
      bounce_rate: percent(bounces.length, sessions.size),
      avg_time_seconds: meanSeconds(own.flatMap(({ session, pageview }) => timeOn(session, pageview) ?? [])),
    };
  });
  return sorted(
    rows,
    descending(({ views }) => Number(views)),
    ascending(({ path }) => path),
  );
}

/** Visible time, else until the session's next pageview; a view with neither is left out. */
function timeOn({ leaves, pageviews }: Session, pageview: Hit): number | undefined {
  const own = leaves.filter(({ view }) => view !== 0 && view === pageview.view);
  const visibleMs = total(own.map((leave) => leave.visibleMs));
  if (visibleMs > 0) return visibleMs;
  const next = pageviews[pageviews.indexOf(pageview) + 1];
  return next && Math.min(next.ts - pageview.ts, longestGapMs);
}
