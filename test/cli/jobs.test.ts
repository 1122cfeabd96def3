/** Jobs as an operator sees them, of a real server that is stopped and started again. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { JobState } from '../../src/jobs/list-jobs.ts';
import { runCli, startServerProcess } from '../harness/server-process.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footfall-jobs-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const environment = () => ({ FOOTFALL_DATA_DIR: join(folder, 'data') });
const run = (...words: string[]) => runCli(words, environment());

async function findPurge(): Promise<JobState | undefined> {
  const { code, stdout, stderr } = await run('jobs', '--json');
  expect([code, stderr]).toEqual([0, '']);
  return (JSON.parse(stdout) as JobState[]).find(({ name }) => name === 'purge');
}

async function untilRan(times: number): Promise<JobState> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const job = await findPurge();
    if (job && job.runs >= times && job.state === 'waiting') return job;
    if (Date.now() > deadline) throw new Error(`It did not run ${times} times: ${JSON.stringify(job)}`);
    await sleep(100);
  }
}

it('are shown with their state, made due, and remembered over a restart', async () => {
  expect((await run('jobs')).stdout).toBe('No server has run on this database yet.\n');
  const first = await startServerProcess(environment());
  const begun = await untilRan(1);
  expect(begun).toMatchObject({ state: 'waiting', runs: 1, error: null, failedAt: null });
  expect(Date.parse(begun.dueAt) - Date.parse(begun.startedAt ?? '')).toBe(10 * 60_000);
  await first.stop();

  const second = await startServerProcess(environment());
  try {
    expect(await findPurge()).toEqual(begun);
    expect(await run('jobs', 'run', 'purge')).toMatchObject({ code: 0, stdout: 'purge is due.\n' });
    await untilRan(2);
    const shown = await run('jobs');
    expect(shown.stdout).toMatch(/^NAME +STATE +RUNS +LAST RUN +NEXT RUN +LAST ERROR\n/);
    expect(shown.stdout).toMatch(/^purge +waiting +2 +\d{4}-/m);
    const unknown = await run('jobs', 'run', 'nothing');
    expect(unknown).toMatchObject({ code: 1, stdout: '' });
    expect(unknown.stderr).toBe('There is no job "nothing". See: footfall jobs\n');
  } finally {
    await second.stop();
  }
});
