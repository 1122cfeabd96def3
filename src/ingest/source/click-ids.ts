import type { SourceKind } from './source-names.ts';

export type ClickIdMeaning = {
  adKind: 'search' | 'social' | 'display';
  /** Places where this network shows advertisements; a visit from elsewhere is a shared address. */
  runsOn: readonly SourceKind[];
};

const GOOGLE_ADS: ClickIdMeaning = { adKind: 'search', runsOn: ['search', 'video'] };
const SEARCH_ADS: ClickIdMeaning = { adKind: 'search', runsOn: ['search'] };
const SOCIAL_ADS: ClickIdMeaning = { adKind: 'social', runsOn: ['social'] };
const DISPLAY_ADS: ClickIdMeaning = { adKind: 'display', runsOn: ['search', 'social', 'video'] };

/**
 * Only ids that their network adds to advertisements alone. Not here: fbclid, igshid, epik and the like, which
 * are on unpaid links too..
 */
const CLICK_IDS: ReadonlyMap<string, ClickIdMeaning> = new Map([
  ['gclid', GOOGLE_ADS],
  ['gbraid', GOOGLE_ADS],
  ['wbraid', GOOGLE_ADS],
  ['msclkid', SEARCH_ADS],
  ['yclid', SEARCH_ADS],
  ['ttclid', SOCIAL_ADS],
  ['twclid', SOCIAL_ADS],
  ['li_fat_id', SOCIAL_ADS],
  ['rdt_cid', SOCIAL_ADS],
  ['sccid', SOCIAL_ADS],
  ['qclid', SOCIAL_ADS],
  ['dclid', DISPLAY_ADS],
]);

export function findClickIdMeaning(names: readonly string[]): ClickIdMeaning | undefined {
  let display: ClickIdMeaning | undefined;
  for (const name of names) {
    const meaning = CLICK_IDS.get(name.toLowerCase());
    if (meaning !== undefined && meaning.adKind !== 'display') return meaning;
    display ??= meaning;
  }
  return display;
}
