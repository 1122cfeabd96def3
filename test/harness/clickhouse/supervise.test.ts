import { spawn } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import type { Log } from '../../../src/contract/log.ts';
import { followEngineOutput } from './engine-output.ts';
import { type EngineProcess, type Supervised, supervise } from './supervise.ts';

const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };

/** Real processes that run these few lines in the engine's place. */
function spawnScript(script: string): EngineProcess {
  const child = spawn(process.execPath, ['-e', script], { stdio: ['pipe', 'ignore', 'pipe'] });
  return { child, lastWords: followEngineOutput(child.stderr, silentLog).lastWords };
}

async function superviseScripts(scripts: string[], ping = async () => true): Promise<Supervised> {
  let next = 0;
  const supervised = await supervise({
    spawnEngine: () => spawnScript(scripts[Math.min(next++, scripts.length - 1)] ?? ''),
    ping,
    log: silentLog,
  });
  onTestFinished(() => supervised.stop());
  return supervised;
}

const endsWithInput = 'process.stdin.resume()';
const endsAtOnce = 'process.exit(3)';
const ignoresAll = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)";

test('a first start that fails is rejected with the last words', async () => {
  const start = superviseScripts(["process.stderr.write('Code: 9. no luck\\n')"], async () => false);
  await expect(start).rejects.toThrow('Code: 9. no luck');
});

test('a first start that fails without a word names its exit code', async () => {
  await expect(superviseScripts([endsAtOnce], async () => false)).rejects.toThrow('exit code 3');
});

test('goes on restarting through repeated failures', async () => {
  const supervised = await superviseScripts([endsWithInput, endsAtOnce, endsAtOnce, endsWithInput]);
  process.kill(supervised.pid() ?? 0, 'SIGKILL');
  await expect.poll(() => supervised.restarts(), { timeout: 15_000 }).toBe(3);
  await expect.poll(() => supervised.isReady(), { timeout: 15_000 }).toBe(true);
});

test('ends a process that ignores the end of its input and SIGTERM', async () => {
  const supervised = await superviseScripts([ignoresAll]);
  const pid = supervised.pid() ?? 0;
  await supervised.stop();
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

test('stopping twice is stopping once', async () => {
  const supervised = await superviseScripts([endsWithInput]);
  await Promise.all([supervised.stop(), supervised.stop()]);
  expect(supervised.pid()).toBeUndefined();
  expect(supervised.restarts()).toBe(0);
});
