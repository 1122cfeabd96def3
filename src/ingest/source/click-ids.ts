import type { SourceKind } from './source-names.ts';

export type ClickIdMeaning = {
  adKind: 'search' | 'social' | 'display';
  /** Places where this network shows advertisements; a visit from elsewhere is a shared address. */
  runsOn: readonly SourceKind[];
};

const googleAds: ClickIdMeaning = { adKind: 'search', runsOn: ['search', 'video'] };
const searchAds: ClickIdMeaning = { adKind: 'search', runsOn: ['search'] };
const socialAds: ClickIdMeaning = { adKind: 'social', runsOn: ['social'] };
const displayAds: ClickIdMeaning = { adKind: 'display', runsOn: ['search', 'social', 'video'] };

/**
 * Only ids that their network adds to advertisements alone. Not here: fbclid, igshid, epik and the like, which
 * are on unpaid links too..
 */
const clickIds: ReadonlyMap<string, ClickIdMeaning> = new Map([
  ['gclid', googleAds],
  ['gbraid', googleAds],
  ['wbraid', googleAds],
  ['msclkid', searchAds],
  ['yclid', searchAds],
  ['ttclid', socialAds],
  ['twclid', socialAds],
  ['li_fat_id', socialAds],
  ['rdt_cid', socialAds],
  ['sccid', socialAds],
  ['qclid', socialAds],
  ['dclid', displayAds],
]);

export function findClickIdMeaning(names: readonly string[]): ClickIdMeaning | undefined {
  let display: ClickIdMeaning | undefined;
  for (const name of names) {
    const meaning = clickIds.get(name.toLowerCase());
    if (meaning !== undefined && meaning.adKind !== 'display') return meaning;
    display ??= meaning;
  }
  return display;
}
