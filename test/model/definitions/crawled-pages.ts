import { count, iso } from './figures.ts';
import { ascending, descending, groupBy, keyOf, sorted } from './order.ts';
import { isCrawl } from './record.ts';
import { isCovered, type Row, type View } from './view.ts';

/** Of AI operators alone, and whatever the filters select: programs have no session. */
export function buildCrawledPages(view: View): Row[] {
  const crawls = view.records
    .filter(isCrawl)
    .filter(isCovered(view))
    .filter(({ operator }) => operator !== '');
  const pages = [...groupBy(crawls, ({ path, operator }) => keyOf(path, operator)).values()];
  const rows = pages.map((own) => {
    const crawlsFor = (wanted: string) => count(own.filter(({ purpose }) => purpose === wanted));
    return {
      path: own[0]?.path ?? '',
      operator: own[0]?.operator ?? '',
      crawls: count(own),
      training_crawls: crawlsFor('training'),
      search_crawls: crawlsFor('search'),
      agent_requests: crawlsFor('agent'),
      last_crawl: iso(Math.max(...own.map(({ ts }) => ts))),
      total: count(pages),
    };
  });
  return sorted(
    rows,
    descending(({ crawls: fetched }) => Number(fetched)),
    ascending(({ path }) => path),
    ascending(({ operator }) => operator),
  );
}
