import { iso } from './figures.ts';
import { isDrop } from './record.ts';
import { isCovered, type Row, type View } from './view.ts';

/** Where every page stands that is on none of a website's domains. */
export const foreignHost = 'elsewhere.example';

export function buildDroppedHosts(view: View): Row[] {
  const drops = view.records.filter(isDrop).filter(({ reason }) => reason === 'foreign_domain');
  const times = drops.filter(isCovered(view)).map(({ ts }) => ts);
  if (times.length === 0) return [];
  return [{ host: foreignHost, hits: String(times.length), last_at: iso(Math.max(...times)) }];
}
