import { count } from './figures.ts';
import { passesView } from './filters.ts';
import { ascending, descending, distinct, groupBy, sorted } from './order.ts';
import { buildSessions } from './sessions.ts';
import { isCovered, type Row, type View } from './view.ts';

export function buildPageVisitors(view: View): Row[] {
  const views = buildSessions(view.records).flatMap((session) =>
    session.pageviews.filter(isCovered(view)).filter(({ path }) => passesView(view.filters, session, path)),
  );
  const rows = [...groupBy(views, ({ path }) => path)].map(([path, own]) => ({
    path,
    visitors: count(distinct(own, ({ visitor }) => visitor)),
    views: count(own),
  }));
  return sorted(
    rows,
    descending(({ visitors }) => Number(visitors)),
    ascending(({ path }) => path),
  );
}
