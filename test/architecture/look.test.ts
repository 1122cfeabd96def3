import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { renderFrame } from '../../src/http/reference/frame.ts';
import { html } from '../../src/http/reference/html.ts';
import { styles } from '../../src/http/reference/styles.ts';

const read = (path: string): string =>
  readFileSync(new URL(`../../dashboard/${path}`, import.meta.url), 'utf8');

/** Names in pages that are read without signing in, and what the dashboard calls the same. */
const sameColours = {
  ground: 'paper',
  panel: 'sunken',
  raised: 'surface',
  hover: 'hover',
  line: 'line',
  text: 'ink',
  soft: 'ink-2',
  quiet: 'ink-3',
  accent: 'accent',
  'accent-wash': 'accent-soft',
  'on-accent': 'on-accent',
  amber: 'warn',
  'amber-wash': 'warn-soft',
  red: 'bad',
  green: 'good',
  sans: 'font',
  mono: 'mono',
};

describe('guides and the API reference', () => {
  const readVariable = (sheet: string, name: string) =>
    new RegExp(`^\\s*--${name}: (.*);$`, 'm').exec(sheet)?.[1];

  it('have the colours and the type of the dashboard', () => {
    const tokens = read('style/tokens.css');
    for (const [name, token] of Object.entries(sameColours)) {
      expect(readVariable(styles, name), name).toBeDefined();
      expect(readVariable(styles, name), name).toBe(readVariable(tokens, token));
    }
  });

  it('have its sign', () => {
    const parts = {
      title: '',
      description: '',
      place: '',
      navigation: html``,
      content: '',
      styles: '',
      script: '',
    };
    const page = decodeURIComponent(renderFrame(parts).text);
    const bars = [...read('style/icon.svg').matchAll(/<rect x=[^>]*\/>/g)].map(([bar]) => bar);
    expect(bars).toHaveLength(3);
    for (const bar of bars) expect(page.split(bar)).toHaveLength(3);
    const mark = read('shell/mark.tsx').replaceAll(' />', '/>');
    for (const bar of bars) expect(mark).toContain(bar);
  });
});
