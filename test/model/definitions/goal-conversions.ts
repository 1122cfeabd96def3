import { count } from './figures.ts';
import { ascending, descending, distinct, groupBy, sorted } from './order.ts';
import { isConversion, isHit } from './record.ts';
import { conversionRate } from './tail.ts';
import { placeRecords, type Row, recordOf, type View } from './view.ts';

export function buildGoalConversions(view: View): Row[] {
  const records = placeRecords(view).map(recordOf);
  const visitors = distinct(records.filter(isHit), ({ visitor }) => visitor);
  const rows = [...groupBy(records.filter(isConversion), ({ name }) => name)].map(([goal_name, own]) => {
    return {
      goal_name,
      conversions: count(own),
      visitors: count(distinct(own, ({ visitor }) => visitor)),
      conversion_rate: conversionRate(own, visitors),
    };
  });
  return sorted(
    rows,
    descending(({ conversions }) => Number(conversions)),
    ascending(({ goal_name }) => goal_name),
  );
}
