import { count, iso } from './figures.ts';
import { ascending, compare, descending, distinct, groupBy, inTime, keyOf, sorted } from './order.ts';
import { isConversion } from './record.ts';
import { type Placed, placeRecords, type Row, recordOf, type View } from './view.ts';

type Deed = Placed['record'];

export function buildEventsCatalog(view: View): Row[] {
  const groups = groupBy(placeRecords(view).map(recordOf), (deed) => keyOf(nameOf(deed), deed.kind));
  const rows = [...groups.values()].flatMap((group) => {
    const own = inTime(group);
    const [first, last] = [own[0], own.at(-1)];
    if (!first || !last) return [];
    return {
      name: nameOf(first),
      type: first.kind,
      events: count(own),
      visitors: count(distinct(own, ({ visitor }) => visitor)),
      properties: [...new Set(own.flatMap(propertiesOf))].toSorted(compare),
      first_seen: iso(first.ts),
      last_seen: iso(last.ts),
    };
  });
  return sorted(
    rows,
    descending(({ events }) => Number(events)),
    ascending(({ name }) => name),
    ascending(({ type }) => type),
  );
}

const nameOf = (deed: Deed): string => (isConversion(deed) ? deed.name : deed.kind);

const propertiesOf = (deed: Deed): string[] => (isConversion(deed) ? Object.keys(deed.details) : []);
