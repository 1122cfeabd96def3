import { count } from './figures.ts';
import { ascending, descending, distinct, groupBy, keyOf, sorted } from './order.ts';
import { isConversion } from './record.ts';
import { isCovered, type Row, type View } from './view.ts';

/** A row for each text property and value of the goal. */
export function buildGoalMetadata(view: View): Row[] {
  const texts = view.records
    .filter(isConversion)
    .filter(({ name }) => name === view.inputs.goalName)
    .filter(isCovered(view))
    .flatMap(({ visitor, details }) =>
      Object.entries(details).flatMap(([property, value]) =>
        typeof value === 'string' ? [{ property, value, visitor }] : [],
      ),
    );
  const groups = groupBy(texts, ({ property, value }) => keyOf(property, value));
  const rows = [...groups.values()].flatMap((own) =>
    own.slice(0, 1).map(({ property, value }) => ({
      property,
      value,
      visitors: count(distinct(own, ({ visitor }) => visitor)),
      conversions: count(own),
      revenue_sum: 0,
    })),
  );
  return sorted(
    rows,
    descending(({ visitors }) => Number(visitors)),
    ascending(({ property }) => property),
    ascending(({ value }) => value),
  );
}
