import { describe, expect, it } from 'vitest';
import { buildPeriod, type Frequency, findNextRun, type Schedule } from './schedule.ts';
import { formatDay, wallTime } from './time-zone.ts';

const at = (text: string) => Date.parse(`${text}Z`);
const iso = (instant: number) => new Date(instant).toISOString().slice(0, 16);

function listRuns(schedule: Schedule, from: string, count: number): number[] {
  const runs: number[] = [];
  for (let after = at(from); runs.length < count; after = runs.at(-1) as number) {
    runs.push(findNextRun(schedule, after));
  }
  return runs;
}

describe('the next run', () => {
  it.each([
    ['daily', 'UTC', '2026-03-01T07:59', '2026-03-01T08:00'],
    ['daily', 'UTC', '2026-03-01T08:00', '2026-03-02T08:00'],
    ['daily', 'America/New_York', '2026-03-01T03:00', '2026-03-01T13:00'],
    ['weekly', 'UTC', '2026-03-01T12:00', '2026-03-02T08:00'],
    ['weekly', 'UTC', '2026-03-02T08:00', '2026-03-09T08:00'],
    ['weekly', 'Pacific/Auckland', '2026-03-01T18:00', '2026-03-01T19:00'],
    ['monthly', 'UTC', '2026-01-31T12:00', '2026-02-01T08:00'],
    ['monthly', 'UTC', '2026-02-01T08:00', '2026-03-01T08:00'],
    ['monthly', 'Europe/Berlin', '2026-12-31T23:30', '2027-01-01T07:00'],
  ] as const)('%s in %s after %s is at %s', (frequency, timezone, after, expected) => {
    expect(iso(findNextRun({ frequency, timezone, hour: 8 }, at(after)))).toBe(expected);
  });

  it('is at the same hour of the wall clock every day of a year, and once a day', () => {
    for (const timezone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'America/Santiago']) {
      const runs = listRuns({ frequency: 'daily', timezone, hour: 8 }, '2026-01-01T23:00', 366);
      const days = runs.map((run) => formatDay(wallTime(run, timezone)));
      expect(new Set(days).size).toBe(366);
      expect(runs.map((run) => wallTime(run, timezone) % 86_400_000)).toEqual(runs.map(() => 8 * 3_600_000));
    }
  });

  it('is once on the day on which clocks skip the hour, and once where it comes twice', () => {
    const schedule: Schedule = { frequency: 'daily', timezone: 'Europe/Berlin', hour: 2 };
    expect(listRuns(schedule, '2026-03-27T12:00', 4).map(iso)).toEqual([
      '2026-03-28T01:00',
      '2026-03-29T01:00',
      '2026-03-30T00:00',
      '2026-03-31T00:00',
    ]);
    expect(listRuns(schedule, '2026-10-24T12:00', 3).map(iso)).toEqual([
      '2026-10-25T00:00',
      '2026-10-26T01:00',
      '2026-10-27T01:00',
    ]);
  });
});

describe('the period', () => {
  it.each([
    ['daily', '2026-03-30T08:00', ['2026-03-29', '2026-03-29', '2026-03-28', '2026-03-28']],
    ['weekly', '2026-03-30T08:00', ['2026-03-23', '2026-03-29', '2026-03-16', '2026-03-22']],
    ['weekly', '2026-04-02T20:00', ['2026-03-23', '2026-03-29', '2026-03-16', '2026-03-22']],
    ['monthly', '2026-03-01T08:00', ['2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31']],
    ['monthly', '2026-03-20T08:00', ['2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31']],
  ] as const)('of a %s report at %s', (frequency, now, expected) => {
    const schedule = { frequency: frequency as Frequency, timezone: 'Europe/Berlin', hour: 8 };
    const { from, to, before } = buildPeriod(schedule, at(now));
    expect([from, to, before.from, before.to].map(formatDay)).toEqual(expected);
  });

  it('is that of the recipient, whose day may be another than in UTC', () => {
    const schedule: Schedule = { frequency: 'daily', timezone: 'Pacific/Auckland', hour: 8 };
    expect(formatDay(buildPeriod(schedule, at('2026-03-01T19:00')).to)).toBe('2026-03-01');
  });
});
