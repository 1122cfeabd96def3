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
  paths,
  properties,
  type SourceName,
  sources,
  terms,
} from './alphabet.ts';
import type { Random } from './build-times.ts';
import { shuffled } from './shuffled.ts';
import { type SentHit, type WebsiteName, websitesOf } from './world.ts';

export type Place = { workspace: 0 | 1; website: WebsiteName };

/** Now and then a website of the other workspace, or of nobody. */
export function drawPlace(random: Random): Place {
  const workspace = random.chance(0.88) ? 0 : 1;
  if (random.chance(0.03)) return { workspace, website: 'nobody' };
  if (random.chance(0.03)) return { workspace, website: random.pick(websitesOf[workspace === 0 ? 1 : 0]) };
  return { workspace, website: random.chance(0.75) ? websitesOf[workspace][0] : websitesOf[workspace][1] };
}

/** The values that one world is made of: often very few, so that they meet. */
export type Palette = {
  sources: readonly SourceName[];
  campaigns: readonly string[];
  terms: readonly string[];
  contents: readonly string[];
  clients: readonly ClientName[];
  countries: readonly CountryName[];
  languages: readonly LanguageName[];
  paths: readonly string[];
  goalNames: readonly string[];
};

export function drawPalette(random: Random): Palette {
  const isRich = random.chance(0.3);
  const some = <Item>(items: readonly Item[]): readonly Item[] =>
    isRich ? items : shuffled(random, items).slice(0, random.whole(1, 3));
  return {
    sources: some(Object.keys(sources) as SourceName[]),
    campaigns: some(campaigns),
    terms: some(terms),
    contents: some(contents),
    clients: some(Object.keys(clients) as ClientName[]),
    countries: some(Object.keys(countries) as CountryName[]),
    languages: some(Object.keys(languages) as LanguageName[]),
    paths: some(paths),
    goalNames: some(goalNames),
  };
}

export type HitFacts = Pick<
  SentHit,
  'source' | 'campaign' | 'term' | 'content' | 'client' | 'country' | 'language'
>;

export function drawHitFacts(random: Random, palette: Palette): HitFacts {
  return {
    source: random.pick(palette.sources),
    campaign: random.pick(palette.campaigns),
    term: random.pick(palette.terms),
    content: random.pick(palette.contents),
    client: random.pick(palette.clients),
    country: random.pick(palette.countries),
    language: random.pick(palette.languages),
  };
}

/** `goal_name` names the conversion where it is text. */
export function drawCustomProperties(random: Random, { goalNames: names }: Palette): Json {
  const named = random.weighted<Json>([
    [{ goal_name: random.pick(names) }, 6],
    [{}, 2],
    [{ goal_name: random.pick(['', ' \t']) }, 1],
    [{ goal_name: 5 }, 1],
  ]);
  return { ...random.pick(properties), ...named };
}
