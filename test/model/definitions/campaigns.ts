import { ascending, descending, groupBy, sorted } from './order.ts';
import type { Facts } from './record.ts';
import type { Session } from './sessions.ts';
import { shown } from './shown.ts';
import { buildTailRows, sessionsBegun } from './tail.ts';
import { type Placed, placeRecords, type Row, type View } from './view.ts';

export function buildCampaigns(view: View): Row[] {
  const placed = placeRecords(view);
  return buildTailRows(view, campaignOf, placed).map(({ utm_campaign, ...tail }) => {
    const own = placed.filter(({ session }) => campaignOf(session).utm_campaign === utm_campaign);
    return {
      utm_campaign,
      utm_source: findMain(view, own, 'utmSource'),
      utm_medium: findMain(view, own, 'utmMedium'),
      ...tail,
    };
  });
}

const campaignOf = (session: Session | undefined) => ({ utm_campaign: shown('utmCampaign', session) });

/** The tag with most sessions that began in the range; of equals, none at all being equal, the alphabet's first. */
function findMain(view: View, placed: readonly Placed[], fact: keyof Facts): string | undefined {
  const began = new Set(sessionsBegun(view, placed));
  const ranked = [...groupBy(placed, ({ session }) => shown(fact, session))].map(([tag, own]) => ({
    tag,
    sessions: new Set(own.flatMap(({ session }) => (session && began.has(session) ? [session] : []))).size,
  }));
  return sorted(
    ranked,
    descending(({ sessions }) => sessions),
    ascending(({ tag }) => tag),
  )[0]?.tag;
}
