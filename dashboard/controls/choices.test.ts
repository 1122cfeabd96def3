import { describe, expect, it } from 'vitest';
import type { FilterName } from '../view/filters.ts';
import { findMeant, listChoices } from './choices.ts';
import { listRecorded, type Recorded } from './suggestions.ts';

const made = (name: FilterName, value: string, count: number): Recorded => ({
  name,
  value,
  count,
  unit: 'visitors',
});

const recorded = [
  made('country', 'US', 50),
  made('country', 'DE', 20),
  made('country', 'SE', 30),
  made('browser', 'Chrome', 40),
  made('browser', 'Chrome Mobile', 60),
  made('page', '/blog/germany', 90),
  made('page', '/About', 5),
];

const offer = (text: string, name?: FilterName, taken: string[] = []) => {
  const given = name ? recorded.filter((each) => each.name === name) : recorded;
  const choices = listChoices({ text, name, recorded: given, isLoading: false, taken });
  const shown = choices.map((choice) => (choice.kind === 'value' ? choice.value : choice.name));
  return { shown, meant: choices[findMeant(choices, { text, name })] };
};

describe('what is offered', () => {
  it('is every dimension before anything is typed', () => {
    expect(offer('').shown).toContain('entry_page');
    expect(offer('').meant).toBeUndefined();
  });

  it('is found by name or code, whatever the case, in any dimension', () => {
    expect(offer('Germany').shown).toEqual(['DE', '/blog/germany', 'page']);
    expect(offer('de').meant).toMatchObject({ name: 'country', value: 'DE' });
    expect(offer('GERM').meant).toMatchObject({ value: 'DE' });
    expect(offer('chrome').shown.slice(0, 2)).toEqual(['Chrome', 'Chrome Mobile']);
  });

  it('names dimensions too, and ends with what contains the text', () => {
    expect(offer('coun').shown).toEqual(['country', 'page']);
    expect(offer('nothing like it').meant).toEqual({
      kind: 'text',
      name: 'page',
      operator: 'contains',
      value: 'nothing like it',
    });
  });

  it('is most frequent first, and nothing that was taken already', () => {
    expect(offer('', 'country').shown).toEqual(['US', 'SE', 'DE']);
    expect(offer('', 'country', ['US']).shown).toEqual(['SE', 'DE']);
  });

  it('stands for what was begun where values are few, and else for what was typed', () => {
    expect(offer('swe', 'country').meant).toMatchObject({ value: 'SE' });
    expect(offer('/bl', 'page').meant).toBeUndefined();
    expect(offer('/about', 'page').meant).toMatchObject({ value: '/About' });
  });
});

describe('what was recorded', () => {
  it('is each value once with its number, and nothing of rows that know none', () => {
    const rows = [
      { os: 'Linux', visitors: '7' },
      { os: 'iOS', visitors: '2' },
      { os: 'Linux', visitors: '1' },
    ];
    expect(listRecorded('os', rows).map(({ value, count }) => [value, count])).toEqual([
      ['Linux', 7],
      ['iOS', 2],
    ]);
    expect(listRecorded('os', [{ path: '/' }, { os: null }])).toEqual([]);
  });
});
