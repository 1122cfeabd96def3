import { count, meanSeconds, percent } from './figures.ts';
import { passes } from './filters.ts';
import { ascending, descending, distinct, groupBy, sorted } from './order.ts';
import type { Hit } from './record.ts';
import { buildSessions } from './sessions.ts';
import { isCovered, type Row, type View } from './view.ts';

export const buildEntryPages = (view: View): Row[] => buildEnds(view, (pageviews) => pageviews[0]);
export const buildExitPages = (view: View): Row[] =>
  buildEnds(
    view,
    (pageviews) => pageviews.at(-1),
    (path, own, begun) => {
      const viewing = begun.filter(({ pageviews }) => pageviews.some((view) => view.path === path));
      return { exit_rate: percent(own.length, viewing.length) };
    },
  );

type Sessions = ReturnType<typeof buildSessions>;

/** Sessions that began in the range, by the page at that end, wherever it lies; those without one are left out. */
function buildEnds(
  view: View,
  endOf: (pageviews: readonly Hit[]) => Hit | undefined,
  tellMore: (path: string, own: Sessions, begun: Sessions) => Row = () => ({}),
): Row[] {
  const begun = buildSessions(view.records)
    .filter(({ beganAt }) => isCovered(view)({ ts: beganAt }))
    .filter((session) => passes(view.filters, session))
    .filter(({ pageviews }) => pageviews.length > 0);
  const rows = [...groupBy(begun, ({ pageviews }) => endOf(pageviews)?.path)].map(([path = '', own]) => {
    const hitsWithin = own.flatMap(({ hits }) => hits).filter(isCovered(view));
    const bounces = own.filter(({ bounced }) => bounced);
    return {
      path,
      sessions: count(own),
      visitors: count(distinct(hitsWithin, ({ visitor }) => visitor)),
      bounces: count(bounces),
      bounce_rate: percent(bounces.length, own.length),
      avg_session_seconds: meanSeconds(own.map(({ durationMs }) => durationMs)),
      ...tellMore(path, own, begun),
    };
  });
  return sorted(
    rows,
    descending(({ sessions }) => Number(sessions)),
    ascending(({ path }) => path),
  );
}
