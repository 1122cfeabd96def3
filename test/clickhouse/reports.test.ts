import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampledAt, sendSampleRecords } from '../store/sample-records.ts';
import { askSample, sampleQuestions } from '../store/sample-reports.ts';
import { layoutNames, type OpenLayout, openLayout } from './layouts.ts';

/** Filters, modes, metrics and zones are left to the worlds of test/model. */

const answersOf = new Map<string, unknown>();

describe.each(layoutNames)('every report on %s', (name) => {
  let folder = '';
  let layout: OpenLayout;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'footfall-sample-'));
    layout = await openLayout(name, { clock: () => sampledAt });
    await sendSampleRecords(layout.engine, folder);
  });
  afterAll(async () => {
    await layout?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('has rows, the same ones once days are settled, and on every layout', async () => {
    const ask = async () => {
      const answers = [];
      for (const question of sampleQuestions) answers.push(await askSample(layout.engine, question));
      return answers;
    };
    const answers = await ask();
    const empty = sampleQuestions.filter((_, index) => answers[index]?.rows === 0).map(({ title }) => title);
    expect(empty).toEqual(['Top pages from 9999-12-30 to 9999-12-31']);
    expect(await layout.engine.settleNow()).toBeGreaterThan(5);
    expect(await ask()).toEqual(answers);
    expect(answers).toEqual(answersOf.get('first') ?? answers);
    answersOf.set('first', answers);
  });
});
