import { type Deed, isDeed } from './record.ts';
import type { View } from './view.ts';

export const windowSeconds = 300;

/** Every record of the last five minutes, by its own time; what is dated ahead does not count yet. */
export function findLiveRecords({ records, now }: View): Deed[] {
  return records.filter(isDeed).filter(({ ts }) => ts > now - windowSeconds * 1000 && ts <= now);
}
