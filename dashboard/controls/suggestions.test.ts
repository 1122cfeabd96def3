import { describe, expect, it } from 'vitest';
import { listValues, matchSuggestions, resolveTyped } from './suggestions.ts';

const countries = ['US', 'DE', 'ZZ'];

describe('listValues', () => {
  it('takes each value once, and nothing from rows that know none', () => {
    expect(listValues([{ os: 'Linux' }, { os: 'iOS' }, { os: 'Linux' }], 'os')).toEqual(['Linux', 'iOS']);
    expect(listValues([{ path: '/' }, { os: null }], 'os')).toEqual([]);
  });
});

describe('matchSuggestions', () => {
  it('finds values by their codes and by their names', () => {
    expect(matchSuggestions('country', countries, ' germ ')).toEqual(['DE']);
    expect(matchSuggestions('country', countries, 'us')).toEqual(['US']);
    expect(matchSuggestions('country', countries, '')).toEqual(countries);
  });
});

describe('resolveTyped', () => {
  it('takes a shown name or a value for the value, however it is written', () => {
    expect(resolveTyped('country', countries, 'Germany')).toBe('DE');
    expect(resolveTyped('country', countries, 'de')).toBe('DE');
    expect(resolveTyped('browser', ['Chrome'], 'chrome')).toBe('Chrome');
  });

  it('leaves what was recorded in just these letters, and what was never recorded', () => {
    expect(resolveTyped('page', ['/about', '/About'], '/About')).toBe('/About');
    expect(resolveTyped('country', countries, 'Atlantis')).toBe('Atlantis');
    expect(resolveTyped('country', countries, '')).toBe('');
  });
});
