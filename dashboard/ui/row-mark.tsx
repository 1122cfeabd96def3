/**
 * What makes a row known at a glance: the flag of a country, or a tile with a sign for a site or a program. All of it is
 * drawn by us: nothing is asked of anybody, and nobody's artwork is shown.
 */

import { Flag, hasFlag } from './flags.tsx';

export type Mark = { kind: 'flag' | 'tile'; value: string };

/** A sign and a hue; the first that the value contains as a word. */
const tiles: readonly [word: string, sign: string, hue: number][] = [
  ['ycombinator', 'Y', 45],
  ['google', 'G', 260],
  ['gemini', '✦', 270],
  ['bing', 'b', 200],
  ['duckduckgo', 'D', 40],
  ['ecosia', 'e', 145],
  ['yahoo', 'Y!', 305],
  ['facebook', 'f', 258],
  ['instagram', '◎', 350],
  ['twitter', 'X', 240],
  ['x.com', 'X', 240],
  ['t.co', 'X', 240],
  ['linkedin', 'in', 245],
  ['reddit', 'r', 35],
  ['youtube', '▸', 25],
  ['github', '{}', 285],
  ['pinterest', 'p', 20],
  ['tiktok', '♪', 0],
  ['chatgpt', '✳', 170],
  ['openai', '✳', 170],
  ['claude', '✺', 45],
  ['perplexity', '✢', 195],
  ['producthunt', 'P', 35],
  ['wikipedia', 'W', 250],
  ['newsletter', '@', 90],
  ['mail', '@', 90],
  ['chrome', 'C', 145],
  ['safari', '✧', 240],
  ['firefox', 'F', 50],
  ['edge', 'e', 210],
  ['opera', 'O', 25],
  ['windows', '⊞', 245],
  ['ios', 'i', 280],
  ['macos', 'm', 280],
  ['android', 'a', 140],
  ['linux', 'L', 85],
];

const direct = '(direct)';
const noCountry = 'ZZ';
const unknown = ['unknown', '(none)', ''];

export function RowMark({ mark: { kind, value } }: { mark: Mark }) {
  if (kind === 'flag' && hasFlag(value)) return <Flag code={value} />;
  const { sign, hue } =
    kind === 'flag' ? { sign: value === noCountry ? '?' : value, hue: undefined } : signOf(value);
  return (
    <span
      className={hue === undefined ? 'mark-tile' : 'mark-tile mark-known'}
      style={hue === undefined ? undefined : ({ '--hue': hue } as Record<string, number>)}
      data-sign={sign}
      aria-hidden="true"
    />
  );
}

export function signOf(value: string): { sign: string; hue: number | undefined } {
  if (value === direct) return { sign: '→', hue: undefined };
  if (unknown.includes(value)) return { sign: '?', hue: undefined };
  const words = value.toLowerCase();
  const known = tiles.find(([word]) =>
    new RegExp(`(^|[^a-z])${word.replace('.', '\\.')}([^a-z]|$)`).test(words),
  );
  if (known) return { sign: known[1], hue: known[2] };
  return { sign: (/[\p{L}\p{N}]/u.exec(value)?.[0] ?? '?').toUpperCase(), hue: undefined };
}
