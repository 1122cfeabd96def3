import { describe, expect, it } from 'vitest';
import { parseOptions } from './parse-options.ts';

describe('the options of the bench', () => {
  it('are all parts at ten million pageviews unless told otherwise', () => {
    expect(parseOptions([])).toEqual({
      part: 'all',
      json: undefined,
      seconds: 8,
      connections: 64,
      rounds: 3,
      cpuProf: undefined,
      events: 10_000_000,
      leaves: 50,
      keep: undefined,
      onlyData: false,
      writeDocs: false,
    });
  });

  it('name a part, a size and where data is kept', () => {
    const words = ['reports', '--events', '1e6', '--keep', 'sets', '--only-data', '--leaves', '100'];
    expect(parseOptions(words)).toMatchObject({
      part: 'reports',
      events: 1_000_000,
      keep: 'sets',
      onlyData: true,
      leaves: 100,
    });
    expect(parseOptions(['writes', '--rounds', '5', '--json', 'out.json'])).toMatchObject({
      part: 'writes',
      rounds: 5,
      json: 'out.json',
    });
  });

  it.each([
    [['report']],
    [['reports', 'writes']],
    [['--events', '5e6']],
    [['--events', '1e9']],
    [['--leaves', '101']],
    [['--rounds', '0']],
    [['--seconds', 'ten']],
    [['--only-data']],
    [['--sizes', '3']],
  ])('make no sense as %j', (words) => {
    expect(parseOptions(words)).toBeUndefined();
  });
});
