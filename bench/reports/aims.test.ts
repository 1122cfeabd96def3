import { describe, expect, it } from 'vitest';
import { buildAims, type Measured } from './aims.ts';
import {
  exampleArrival,
  exampleBatches,
  exampleGrowth,
  exampleServer,
  exampleSize,
  failed,
  timing,
} from './example-figures.ts';

const disk = { tables: [], bytes: 29e7 };
const reports = [
  { title: 'sessions', timing: timing(90), memoryBytes: 2 ** 29, spilledBytes: 0, rowsRead: 5 },
];

function measured(changes: Partial<Measured> = {}): Measured {
  return {
    sizes: [exampleSize(1e7, { disk, reports })],
    growth: exampleGrowth(),
    arrival: exampleArrival(),
    batches: exampleBatches,
    server: exampleServer,
    ...changes,
  };
}

const find = (aims: ReturnType<typeof buildAims>, part: string) =>
  aims.filter(({ name }) => name.includes(part)).map(({ result, isMet }) => [result, isMet]);

describe('the aims of reports', () => {
  it('are ratios of what was measured', () => {
    const aims = buildAims(measured());
    expect(aims.map(({ result, isMet }) => [result, isMet])).toEqual([
      [1, true],
      [2, true],
      [1.1, true],
      [1.1, true],
      [0.025, true],
      [0.025, false],
      [0.025, true],
      [0.025, true],
      [0.025, true],
      [4, true],
      [9, true],
      [29, true],
      [250, true],
      [512, true],
      [900, true],
      [1.2, true],
    ]);
  });

  it('hold every size to plain SQL, report by report', () => {
    const aims = buildAims(measured({ sizes: [exampleSize(1e5), exampleSize(1e6), exampleSize(1e7)] }));
    expect(find(aims, '÷ plain SQL')).toHaveLength(15);
    expect(find(aims, 'top pages ÷ plain SQL, 1,000,000')).toEqual([[0.025, true]]);
    expect(find(aims, 'top pages ÷ plain SQL, 10,000,000')).toEqual([[0.025, false]]);
  });

  it('are not met where the slowest or the hungriest goes over', () => {
    const sizes = [exampleSize(1e6, { realtime: timing(16) }), exampleSize(1e7, { scan: timing(4) })];
    const isMet = Object.fromEntries(buildAims(measured({ sizes })).map((aim) => [aim.name, aim.isMet]));
    expect(isMet).toMatchObject({
      'five reports ÷ five scans': false,
      'five reports of one country ÷ five scans': false,
      'sessions ÷ a scan': false,
      'realtime, slowest size, ms': false,
      'bytes on disk a pageview': false,
    });
  });

  it('are not met where something failed', () => {
    const five = exampleSize(1e7).five;
    const broken = { ...five, pages: { ...five.pages, footfall: failed } };
    const server = { ...exampleServer, idleBytes: null, visibility: null };
    const aims = buildAims(measured({ sizes: [exampleSize(1e7, { disk, five: broken })], server }));
    const missed = aims.filter(({ isMet }) => !isMet);
    expect(missed.map(({ name, result }) => [name, result])).toEqual([
      ['five reports ÷ five scans', null],
      ['top pages ÷ plain SQL, 10,000,000 pageviews', null],
      ['memory of server and engine, idle, MB', null],
      ['accepted until visible at 2,000 a second, p99, ms', null],
    ]);
  });
});
