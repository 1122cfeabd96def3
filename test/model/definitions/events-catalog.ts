import { count, iso } from './figures.ts';
import { passes } from './filters.ts';
import { ascending, compare, descending, distinct, groupBy, inTime, keyOf, sorted } from './order.ts';
import { type Automatic, isAutomatic, isConversion, isReached, type Reached } from './record.ts';
import { findSession } from './sessions.ts';
import { isCovered, type Placed, placeRecords, type Row, recordOf, type View } from './view.ts';

type Recorded = Exclude<Placed['record'], Reached>;
type Deed = Recorded | Automatic;

export function buildEventsCatalog(view: View): Row[] {
  const placed = placeRecords(view).map(recordOf);
  const recorded = placed.filter((record): record is Recorded => !isReached(record));
  const deeds: Deed[] = [...recorded, ...findAutomatics(view)];
  const groups = groupBy(deeds, (deed) => keyOf(nameOf(deed), deed.kind));
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

/** A filter selects sessions: an automatic event outside of any passes none. */
function findAutomatics({ records, filters, ...view }: View): Automatic[] {
  const isWanted = (automatic: Automatic) => {
    const session = findSession(records, automatic);
    return filters.length === 0 || (session !== undefined && passes(filters, session));
  };
  return records
    .filter(isAutomatic)
    .filter(isCovered({ records, filters, ...view }))
    .filter(isWanted);
}

const isNamed = (deed: Deed) => isConversion(deed) || isAutomatic(deed);

const nameOf = (deed: Deed): string => (isNamed(deed) ? deed.name : deed.kind);

const propertiesOf = (deed: Deed): string[] => (isNamed(deed) ? Object.keys(deed.details) : []);
