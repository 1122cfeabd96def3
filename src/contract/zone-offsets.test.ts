import { describe, expect, it } from 'vitest';
import { cacheOffsets, requireZone } from './zone-offsets.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const at = (text: string) => Date.parse(text);

/** A zone whose clocks are moved at these instants, and how often it was asked. */
function createZone(first: number, changes: readonly (readonly [at: string, hours: number])[]) {
  let reads = 0;
  const zone = cacheOffsets((instant) => {
    reads += 1;
    return (changes.filter(([from]) => at(from) <= instant).at(-1)?.[1] ?? first) * hourMs;
  });
  return { zone, reads: () => reads };
}

describe('offsets that are remembered', () => {
  it('change at the very second at which the clocks are moved', () => {
    const { zone } = createZone(1, [
      ['2024-03-31T01:00:00Z', 2],
      ['2024-10-27T00:59:30Z', 1],
    ]);
    for (const [text, hours] of [
      ['2024-03-31T00:59:59.999Z', 1],
      ['2024-03-31T01:00:00Z', 2],
      ['2024-10-27T00:59:29.999Z', 2],
      ['2024-10-27T00:59:30Z', 1],
    ] as const) {
      expect([text, zone.at(at(text))]).toEqual([text, hours * hourMs]);
    }
  });

  it('know of clocks that are moved twice within two days', () => {
    const { zone } = createZone(0, [
      ['2024-05-05T03:00:00Z', 1],
      ['2024-05-05T20:30:00Z', 3],
    ]);
    expect(zone.at(at('2024-05-05T20:29:59Z'))).toBe(hourMs);
    expect(zone.at(at('2024-05-05T20:30:00Z'))).toBe(3 * hourMs);
  });

  it('are worked out once for a period, and beyond 2100 for each instant', () => {
    const { zone, reads } = createZone(0, []);
    zone.at(at('2024-05-05T03:00:00Z'));
    const once = reads();
    expect(once).toBeLessThan(60);
    zone.at(at('2024-05-05T03:00:01Z'));
    expect(reads()).toBe(once);
    zone.at(at('3000-01-01T00:00:00Z'));
    zone.at(at('3000-01-01T00:00:00Z'));
    expect(reads()).toBe(once + 2);
  });

  it('are those of Intl, in zones with every kind of change', () => {
    const zones = [
      'Africa/Cairo',
      'Africa/Casablanca',
      'Africa/Monrovia',
      'America/Argentina/Tucuman',
      'America/Boa_Vista',
      'America/St_Johns',
      'Antarctica/Troll',
      'Asia/Gaza',
      'Asia/Kathmandu',
      'Australia/Lord_Howe',
      'Pacific/Apia',
    ];
    const wrong: unknown[] = [];
    for (const name of zones) {
      const clock = new Intl.DateTimeFormat('sv-SE', {
        timeZone: name,
        dateStyle: 'short',
        timeStyle: 'medium',
      });
      // No whole number of days, so that every time of the day is met.
      for (let instant = 0; instant < at('2100-01-01'); instant += 31 * dayMs + 7_919_000) {
        const shown = at(`${clock.format(instant).replace(' ', 'T')}Z`);
        const offset = requireZone(name).at(instant);
        if (offset !== shown - instant) wrong.push({ name, instant, offset });
      }
    }
    expect(wrong).toEqual([]);
  });
});
