import { count, money, totalMicros } from './figures.ts';
import { ascending, descending, distinct, sorted } from './order.ts';
import { isConversion, isCrawl, isHit, isPayment } from './record.ts';
import { sessionsBegun } from './tail.ts';
import { isCovered, placeRecords, type Row, recordOf, type View } from './view.ts';

/** Filters select people; programs have no session and are left as they are. */
export function buildAiTraffic(view: View): Row[] {
  const referred = placeRecords(view).filter(({ session }) => session?.facts.aiOperator);
  const crawls = view.records.filter(isCrawl).filter(isCovered(view));
  const operators = new Set([
    ...referred.map(({ session }) => session?.facts.aiOperator ?? ''),
    ...crawls.map(({ operator }) => operator).filter((operator) => operator !== ''),
  ]);
  const rows = [...operators].map((operator) => {
    const placed = referred.filter(({ session }) => session?.facts.aiOperator === operator);
    const records = placed.map(recordOf);
    const fetched = crawls.filter((crawl) => crawl.operator === operator);
    const crawlsFor = (wanted: string) => count(fetched.filter(({ purpose }) => purpose === wanted));
    return {
      operator,
      referrals: count(sessionsBegun(view, placed)),
      visitors: count(distinct(records.filter(isHit), ({ visitor }) => visitor)),
      conversions: count(records.filter(isConversion)),
      revenue: money(totalMicros(records.filter(isPayment).map(({ micros }) => micros))),
      crawls: count(fetched),
      training_crawls: crawlsFor('training'),
      search_crawls: crawlsFor('search'),
      agent_requests: crawlsFor('agent'),
      pages: count(distinct(fetched, ({ path }) => path)),
    };
  });
  return sorted(
    rows,
    descending(({ visitors }) => Number(visitors)),
    ascending(({ operator }) => operator),
  );
}
