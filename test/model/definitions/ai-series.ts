import { count, iso, money, totalMicros } from './figures.ts';
import { distinct, groupBy } from './order.ts';
import { isCrawl, isHit, isPayment } from './record.ts';
import { isCovered, placeRecords, type Row, recordOf, type View } from './view.ts';
import { bucketIn, listBuckets } from './zone-calendar.ts';

/** Every bucket of the range: people whom any assistant sent, and what programs fetched for any of them. */
export function buildAiSeries(view: View): Row[] {
  const { first, last, zone } = view.days;
  const { granularity } = view.inputs;
  const bucketOf = ({ ts }: { ts: number }) => bucketIn(zone, granularity, ts);
  const referred = placeRecords(view).filter(({ session }) => session?.facts.aiOperator);
  const records = groupBy(referred.map(recordOf), bucketOf);
  const fetched = view.records.filter(isCrawl).filter(({ operator }) => operator !== '');
  const crawls = groupBy(fetched.filter(isCovered(view)), bucketOf);
  return listBuckets(zone, granularity, first, last).map(({ name, start }) => {
    const own = records.get(name) ?? [];
    return {
      ts: iso(start),
      visitors: count(distinct(own.filter(isHit), ({ visitor }) => visitor)),
      revenue: money(totalMicros(own.filter(isPayment).map(({ micros }) => micros))),
      crawls: count(crawls.get(name) ?? []),
    };
  });
}
