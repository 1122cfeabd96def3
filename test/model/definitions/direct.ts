import { count } from './figures.ts';
import { distinct } from './order.ts';
import { isHit } from './record.ts';
import { shown } from './shown.ts';
import { sessionsBegun } from './tail.ts';
import { type Placed, placeRecords, type Row, type View } from './view.ts';

/** What has no referring host, split into the channel Direct and all others. */
export function buildDirect(view: View): Row[] {
  const without = placeRecords(view).filter(
    ({ record, session }) => isHit(record) && shown('referrerHost', session) === '(direct)',
  );
  const isDirect = ({ session }: Placed) => shown('channel', session) === 'Direct';
  const visitorsOf = (placed: readonly Placed[]) => count(distinct(placed, ({ record }) => record.visitor));
  const sessionsOf = (placed: readonly Placed[]) => count(sessionsBegun(view, placed));
  const direct = without.filter(isDirect);
  const tagged = without.filter((each) => !isDirect(each));
  return [
    {
      visitors: visitorsOf(direct),
      sessions: sessionsOf(direct),
      without_referrer_visitors: visitorsOf(without),
      without_referrer_sessions: sessionsOf(without),
      tagged_visitors: visitorsOf(tagged),
      tagged_sessions: sessionsOf(tagged),
    },
  ];
}
