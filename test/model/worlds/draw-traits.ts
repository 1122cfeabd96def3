import type { Json } from '../definitions/record.ts';
import {
  type ClientName,
  type CountryName,
  campaigns,
  clients,
  contents,
  countries,
  goalNames,
  type LanguageName,
  languages,
  properties,
  type SourceName,
  sources,
  terms,
} from './alphabet.ts';
import type { Random } from './build-times.ts';
import { type SentHit, type WebsiteName, websitesOf } from './world.ts';

export type Place = { workspace: 0 | 1; website: WebsiteName };

/** Now and then a website of the other workspace, or of nobody. */
export function drawPlace(random: Random): Place {
  const workspace = random.chance(0.88) ? 0 : 1;
  if (random.chance(0.03)) return { workspace, website: 'nobody' };
  if (random.chance(0.03)) return { workspace, website: random.pick(websitesOf[workspace === 0 ? 1 : 0]) };
  return { workspace, website: random.chance(0.75) ? websitesOf[workspace][0] : websitesOf[workspace][1] };
}

export type HitFacts = Pick<
  SentHit,
  'source' | 'campaign' | 'term' | 'content' | 'client' | 'country' | 'language'
>;

export function drawHitFacts(random: Random): HitFacts {
  return {
    source: random.pick(Object.keys(sources) as SourceName[]),
    campaign: random.pick(campaigns),
    term: random.pick(terms),
    content: random.pick(contents),
    client: random.pick(Object.keys(clients) as ClientName[]),
    country: random.pick(Object.keys(countries) as CountryName[]),
    language: random.pick(Object.keys(languages) as LanguageName[]),
  };
}

/** `goal_name` names the conversion where it is text. */
export function drawCustomProperties(random: Random): Json {
  const named = random.weighted<Json>([
    [{ goal_name: random.pick(goalNames) }, 6],
    [{}, 2],
    [{ goal_name: '' }, 1],
    [{ goal_name: 5 }, 1],
  ]);
  return { ...random.pick(properties), ...named };
}
