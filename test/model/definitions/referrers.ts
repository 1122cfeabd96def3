import type { Facts } from './record.ts';
import { shown } from './shown.ts';
import { buildTailRows } from './tail.ts';
import type { Mode, Row, View } from './view.ts';

const facts: Record<Mode, keyof Facts> = {
  referrer: 'referrerHost',
  utm_source: 'utmSource',
  utm_campaign: 'utmCampaign',
  keyword: 'keyword',
  channel: 'channel',
};

export function buildReferrers(view: View): Row[] {
  const { mode } = view.inputs;
  return buildTailRows(view, (session) => {
    const value = shown(facts[mode], session);
    return { value, [mode]: value };
  });
}
