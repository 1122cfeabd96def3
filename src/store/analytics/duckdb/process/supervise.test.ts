import { fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import type { Log } from '../../../../contract/log.ts';
import { followEngineOutput } from './engine-output.ts';
import { type EngineProcess, type Supervised, supervise } from './supervise.ts';

const folder = mkdtempSync(join(tmpdir(), 'footfall-supervise-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Real processes that run these few lines in the engine's place. */
const scripts = {
  works: "process.on('message', () => process.exit(0)); process.send('ready')",
  fails: "process.stderr.write('no luck\\n'); process.exitCode = 3",
  ignoresAll: "process.on('SIGTERM', () => {}); process.on('message', () => {}); process.send('ready')",
  neverReady: 'setInterval(() => {}, 1000)',
};
for (const [name, text] of Object.entries(scripts)) writeFileSync(join(folder, `${name}.cjs`), text);

type Script = keyof typeof scripts;

function spawnScript(name: Script, log: Log): EngineProcess {
  const child = fork(join(folder, `${name}.cjs`), [], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const ready = new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('close', (code) => reject(new Error(`exit code ${code}`)));
  });
  if (!child.stderr) throw new Error('no standard error');
  const { lastWords } = followEngineOutput(child.stderr, log);
  return { child, ready, lastWords, askToEnd: () => void child.send('end', () => undefined) };
}

function createLog() {
  const lines: string[] = [];
  const write = (fields: object, message: string) => {
    lines.push(`${message} ${JSON.stringify(fields)}`);
  };
  return { lines, log: { debug: write, info: write, warn: write, error: write } };
}

/** One after another; the last again and again. */
async function superviseScripts(names: Script[], signal?: AbortSignal) {
  const { log, lines } = createLog();
  let next = 0;
  const supervised: Supervised<EngineProcess> = await supervise({
    spawnEngine: () => spawnScript(names[Math.min(next++, names.length - 1)] ?? 'works', log),
    log,
    signal,
  });
  onTestFinished(() => supervised.stop());
  return { supervised, lines };
}

function requirePid({ current }: Supervised<EngineProcess>): number {
  const pid = current()?.child.pid;
  if (pid === undefined) throw new Error('There is no process.');
  return pid;
}

test('a first start that fails is rejected', async () => {
  await expect(superviseScripts(['fails'])).rejects.toThrow('exit code 3');
});

test('a first start can be given up', async () => {
  const giveUp = new AbortController();
  const starting = superviseScripts(['neverReady'], giveUp.signal);
  setTimeout(() => giveUp.abort(), 50);
  await expect(starting).rejects.toThrow('exit code');
});

test('goes on restarting through repeated failures, and logs their words', async () => {
  const { supervised, lines } = await superviseScripts(['works', 'fails', 'fails', 'works']);
  process.kill(requirePid(supervised), 'SIGKILL');
  await expect.poll(() => supervised.current() === undefined, { timeout: 15_000 }).toBe(true);
  await expect.poll(() => supervised.current()?.child.pid, { timeout: 15_000 }).toBeDefined();
  expect(supervised.restarts()).toBe(3);
  expect(lines.filter((line) => line.startsWith('engine ended by itself'))).toEqual([
    expect.stringContaining('restarting in 100 ms {"exitCode":null,"signal":"SIGKILL","lastWords":""}'),
    expect.stringContaining('restarting in 200 ms {"exitCode":3,"signal":null,"lastWords":"no luck"}'),
    expect.stringContaining('restarting in 400 ms'),
  ]);
  expect(lines).toContain('engine: no luck {}');
});

test('ends a process that does not do what it is asked', async () => {
  const { supervised } = await superviseScripts(['ignoresAll']);
  const pid = requirePid(supervised);
  await supervised.stop();
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

test('stops while it waits to restart', async () => {
  const { supervised } = await superviseScripts(['works', 'fails']);
  process.kill(requirePid(supervised), 'SIGKILL');
  await expect.poll(() => supervised.restarts(), { timeout: 15_000 }).toBeGreaterThan(2);
  await supervised.stop();
  expect(supervised.current()).toBeUndefined();
});

test('stopping twice is stopping once', async () => {
  const { supervised } = await superviseScripts(['works']);
  await Promise.all([supervised.stop(), supervised.stop()]);
  expect(supervised.current()).toBeUndefined();
  expect(supervised.restarts()).toBe(0);
});
