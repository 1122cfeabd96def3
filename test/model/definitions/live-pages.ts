import { count } from './figures.ts';
import { findLiveRecords } from './live-window.ts';
import { ascending, descending, groupBy, inTime, sorted } from './order.ts';
import { isPageview } from './record.ts';
import type { Row, View } from './view.ts';

/** Each visitor is on the page of their last pageview. */
export function buildLivePages(view: View): Row[] {
  const views = inTime(findLiveRecords(view).filter(isPageview));
  const lastViews = [...groupBy(views, ({ visitor }) => visitor).values()].flatMap((own) => own.slice(-1));
  const rows = [...groupBy(lastViews, ({ path }) => path)].map(([path, own]) => ({
    path,
    visitors: count(own),
  }));
  return sorted(
    rows,
    descending(({ visitors }) => Number(visitors)),
    ascending(({ path }) => path),
  );
}
