import { count, percent } from './figures.ts';
import { ascending, descending, distinct, groupBy, sorted } from './order.ts';
import { isConversion, isHit } from './record.ts';
import { placeRecords, type Row, recordOf, type View } from './view.ts';

export function buildGoalConversions(view: View): Row[] {
  const records = placeRecords(view).map(recordOf);
  const visitors = distinct(records.filter(isHit), ({ visitor }) => visitor);
  const rows = [...groupBy(records.filter(isConversion), ({ name }) => name)].map(([goal_name, own]) => {
    const converting = distinct(own, ({ visitor }) => visitor);
    return {
      goal_name,
      conversions: count(own),
      visitors: count(converting),
      conversion_rate: percent(converting.size, visitors.size),
    };
  });
  return sorted(
    rows,
    descending(({ conversions }) => Number(conversions)),
    ascending(({ goal_name }) => goal_name),
  );
}
