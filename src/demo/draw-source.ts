import type { Day } from './calendar.ts';
import {
  affiliates,
  facebookAds,
  launchCrowd,
  newsletter,
  podcast,
  searchAds,
  socialAds,
} from './campaigns.ts';
import type { Random } from './random.ts';
import type { Source } from './source.ts';
import {
  aiAssistants,
  direct,
  organicSearch,
  organicSocial,
  referrals,
  searchWithTerms,
  video,
} from './untagged.ts';

const sources: readonly Source[] = [
  direct,
  organicSearch,
  searchWithTerms,
  searchAds,
  socialAds,
  facebookAds,
  newsletter,
  organicSocial,
  video,
  referrals,
  affiliates,
  podcast,
  aiAssistants,
  launchCrowd,
];

export function drawSource(day: Day, random: Random): Source {
  return random.weighted(sources.map((source) => [source, source.share(day)] as const));
}
