/** All engines at hand are asked the same questions about the same records, and every row is compared. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLocalEngine } from '../../src/store/analytics/duckdb/local-engine.ts';
import { clock, sendSampleRecords } from '../store/sample-records.ts';
import { askSample, type SampleAnswer, sampleQuestions } from '../store/sample-reports.ts';
import { layoutNames, type OpenLayout, openLayout } from './layouts.ts';

/** Filters, modes, metrics and zones, and days that are all open or all settled, are left to the worlds of test/model. */

let folder = '';
/** By the title of the question, as the embedded engine gives them. */
const expected = new Map<string, SampleAnswer>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footfall-sample-'));
  const embedded = await openLocalEngine({
    path: ':memory:',
    memoryLimitMb: 512,
    temporaryDirectory: join(folder, 'temporary'),
    temporaryLimitMb: 512,
  });
  try {
    await sendSampleRecords(embedded, join(folder, 'embedded'));
    for (const question of sampleQuestions) expected.set(question.title, await askSample(embedded, question));
  } finally {
    await embedded.close();
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The days of the first batches are settled before more records come, which open some of them again. */
const settledAfter = 2;

describe.each(layoutNames)('on %s', (name) => {
  let layout: OpenLayout;
  let settledBetween = 0;

  beforeAll(async () => {
    layout = await openLayout(name, { clock });
    const { engine } = layout;
    let batches = 0;
    const store: typeof engine.store = async (batch) => {
      await engine.store(batch);
      batches += 1;
      if (batches === settledAfter) settledBetween = await engine.settleNow();
    };
    await sendSampleRecords({ store }, join(folder, name));
  });
  afterAll(() => layout?.close());

  it.each(sampleQuestions.map((question) => [question.title, question] as const))(
    '%s is that of the embedded engine, from settled and open days',
    async (title, question) => {
      expect(await askSample(layout.engine, question)).toEqual(expected.get(title));
    },
  );

  it('settled some days before the questions, and settles the others after them', async () => {
    expect(settledBetween).toBeGreaterThan(5);
    expect(await layout.engine.settleNow()).toBeGreaterThan(5);
    expect(layout.engine.settlingErrors()).toEqual([]);
  });
});
