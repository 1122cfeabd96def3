import { iso, meanSeconds, money, percent, totalMicros } from './figures.ts';
import { distinct, groupBy } from './order.ts';
import { classifyPayments, type PaymentClass } from './payments.ts';
import { isConversion, isHit, isPageview, isPayment, type ModelRecord } from './record.ts';
import type { Session } from './sessions.ts';
import { conversionRate, sessionsBegun } from './tail.ts';
import { type Metric, placeRecords, type Row, recordOf, type View } from './view.ts';
import { bucketIn, listBuckets } from './zone-calendar.ts';

/** The REST series ignore filters. */
export function buildTimeseries(view: View): Row[] {
  return buildSeries({ ...view, filters: [] });
}

/** Unlike them this one takes filters. */
export function buildMetricSeries(view: View): Row[] {
  return buildSeries(view).map((row) => ({ metric: view.inputs.metric, ...row }));
}

/** So does this one, which is of payments alone. */
export function buildRevenueSeries(view: View): Row[] {
  return buildSeries({ ...view, inputs: { ...view.inputs, metric: 'revenue' } });
}

/** Every bucket of the range, empty ones with 0. */
function buildSeries(view: View): Row[] {
  const { first, last, zone } = view.days;
  const { granularity, metric } = view.inputs;
  const bucketOf = (instant: number) => bucketIn(zone, granularity, instant);
  const placed = placeRecords(view);
  const records = groupBy(placed.map(recordOf), ({ ts }) => bucketOf(ts));
  const began = groupBy(sessionsBegun(view, placed), ({ beganAt }) => bucketOf(beganAt));
  const classes = classifyPayments(view.records);
  return listBuckets(zone, granularity, first, last).map(({ name, start }) => {
    const own = records.get(name) ?? [];
    const revenueOf = (...wanted: PaymentClass[]) =>
      metric === 'revenue'
        ? money(
            totalMicros(
              own
                .filter(isPayment)
                .filter((payment) => wanted.includes(classes.get(payment) as PaymentClass))
                .map(({ micros }) => micros),
            ),
          )
        : 0;
    return {
      ts: iso(start),
      value:
        metric === 'revenue'
          ? revenueOf('new', 'renewal', 'refund')
          : measure(metric, own, began.get(name) ?? []),
      revenue_new: revenueOf('new'),
      revenue_renewal: revenueOf('renewal'),
      revenue_refund: revenueOf('refund'),
    };
  });
}

function measure(
  metric: Exclude<Metric, 'revenue'>,
  records: readonly ModelRecord[],
  began: readonly Session[],
): number {
  const visitors = distinct(records.filter(isHit), ({ visitor }) => visitor);
  const conversions = records.filter(isConversion);
  switch (metric) {
    case 'visitors':
      return visitors.size;
    case 'pageviews':
      return records.filter(isPageview).length;
    case 'conversions':
      return conversions.length;
    case 'conversion_rate':
      return conversionRate(conversions, visitors);
    case 'sessions':
      return began.length;
    case 'bounce_rate':
      return percent(began.filter(({ bounced }) => bounced).length, began.length);
    case 'session_time':
      return meanSeconds(began.map(({ durationMs }) => durationMs));
  }
}
