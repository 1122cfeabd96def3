import { type FilterName, type Operator, readValue } from '../definitions/filters.ts';
import type { Hit } from '../definitions/record.ts';
import { campaigns, clients, contents, goalNames, paths, sources, terms } from './alphabet.ts';
import type { Random } from './build-times.ts';
import type { AskedFilter } from './question.ts';
import { automaticNames } from './world.ts';

const clientFacts = Object.values(clients).map(({ facts }) => facts);

const alphabets: Record<FilterName, readonly string[]> = {
  country: ['DE', 'US', 'AU', 'ZZ', 'XX', 'de'],
  device: [...clientFacts.map(({ device }) => device), 'unknown'],
  browser: [...clientFacts.map(({ browser }) => browser), 'unknown'],
  os: [...clientFacts.map(({ os }) => os), 'unknown'],
  referrer: [...Object.values(sources).map(({ facts }) => facts.referrerHost), '(direct)'],
  page: [...paths, '/nowhere'],
  utm_source: Object.values(sources).map(({ utmSource }) => utmSource),
  utm_medium: Object.values(sources).map(({ utmMedium }) => utmMedium),
  utm_campaign: campaigns,
  utm_term: terms,
  utm_content: contents,
  goal_name: [...goalNames, 'Thanks', 'Docs', ...automaticNames],
};

/** Mostly of a value that one of the hits has. */
export function drawFilter(
  random: Random,
  hits: readonly Hit[],
  name: FilterName,
  operator: Operator,
): AskedFilter {
  const count = random.weighted([
    [1, 6],
    [2, 3],
    [3, 1],
  ]);
  const drawn = Array.from({ length: count }, () => drawValue(random, hits, name, operator));
  // Before a comma, a backslash at the end of a value would escape it.
  const kept = drawn.map((value) => (value.endsWith('\\') ? '(none)' : value));
  const isHost = name === 'referrer' && !operator.startsWith('matches');
  const values = isHost ? kept.map((value) => writeHost(random, value)) : kept;
  return {
    name,
    operator,
    values,
    ...(name === 'referrer' && random.chance(0.3) && { alias: 'ref' }),
    ...(random.chance(0.15) && { repeated: true }),
  };
}

/** As people write it. */
function writeHost(random: Random, host: string): string {
  return random.pick([host, host, host.toUpperCase(), host.startsWith('(') ? host : `www.${host}`]);
}

function drawValue(random: Random, hits: readonly Hit[], name: FilterName, operator: Operator): string {
  const present = hits.length > 0 && random.chance(0.7);
  const whole = (present ? readValue(name, random.pick(hits)) : random.pick(alphabets[name])) || '(none)';
  if (whole.startsWith('(')) return whole;
  switch (operator) {
    case 'is':
    case 'is_not':
      return whole;
    case 'contains':
    case 'contains_not':
      return drawPart(random, whole);
    case 'starts_with':
      return [...whole].slice(0, random.whole(1, [...whole].length)).join('');
    case 'ends_with':
      return [...whole].slice(-random.whole(1, [...whole].length)).join('');
    case 'matches':
    case 'matches_not':
      return drawPattern(random, whole);
  }
}

function drawPart(random: Random, text: string): string {
  const letters = [...text];
  const start = random.whole(0, letters.length - 1);
  return letters.slice(start, random.whole(start + 1, letters.length)).join('');
}

/** What RE2 and JavaScript read alike. */
function drawPattern(random: Random, text: string): string {
  const part = escapePattern(drawPart(random, text));
  return random.pick([
    part,
    `^${escapePattern(text)}$`,
    `^${part}`,
    `${part}$`,
    `(?:${part}|nothing)`,
    '^$',
    '^/.$',
    '^.{2,5}$',
    '[aeiou]\\w',
  ]);
}

const escapePattern = (text: string): string => text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&');
