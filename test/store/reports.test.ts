import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LocalEngine, openLocalEngine } from '../../src/store/analytics/duckdb/local-engine.ts';
import { sendSampleRecords } from './sample-records.ts';
import { askSample, sampleQuestions } from './sample-reports.ts';

/** Filters, modes, metrics and zones are left to the worlds of test/model. */

let folder = '';
let engine: LocalEngine;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footfall-sample-'));
  engine = await openLocalEngine({
    path: ':memory:',
    memoryLimitMb: 512,
    temporaryDirectory: join(folder, 'temporary'),
    temporaryLimitMb: 512,
  });
  await sendSampleRecords(engine, folder);
});

afterAll(async () => {
  await engine?.close();
  await rm(folder, { recursive: true, force: true });
});

it('has rows in every report, and the same when everything derived was derived anew', async () => {
  const ask = () => Promise.all(sampleQuestions.map((question) => askSample(engine, question)));
  const answers = await ask();
  const empty = sampleQuestions.filter((_, index) => answers[index]?.rows === 0).map(({ title }) => title);
  expect(empty).toEqual(['Top pages from 9999-12-30 to 9999-12-31']);
  await engine.rebuild();
  expect(await ask()).toEqual(answers);
});
