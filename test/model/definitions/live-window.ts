import { inTime } from './order.ts';
import { type Deed, type Facts, isAutomatic, isDeed, isHit } from './record.ts';
import { shown } from './shown.ts';
import type { View } from './view.ts';

export const windowSeconds = 300;

/** Every record of the last five minutes, by its own time; what is dated ahead does not count yet. */
export function findLiveRecords({ records, now }: View): Deed[] {
  return records.filter(isDeed).filter(({ ts }) => ts > now - windowSeconds * 1000 && ts <= now);
}

/** What the record tells; where it tells nothing, what its visitor was last seen with within the window. */
export function shownWithin(live: readonly Deed[], fact: keyof Facts, record: Deed): string {
  const tells = live
    .filter((each) => isHit(each) || isAutomatic(each))
    .filter(({ facts }) => facts[fact] !== '');
  const own = tells.find((hit) => hit === record);
  return shown(fact, own ?? inTime(tells.filter(({ visitor }) => visitor === record.visitor)).at(-1));
}
