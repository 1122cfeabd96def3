/** The real program as a process of its own, the way an operator runs it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './root.ts';

const program = join(root, 'bin/footfall');
const readyWithinMs = 120_000;

export type ServerProcess = {
  url: string;
  process: ChildProcess;
  /** Everything it has written to standard output and standard error. */
  log(): string;
  /** SIGTERM, and the exit code. */
  stop(): Promise<number | null>;
  kill(): Promise<void>;
};

export type Environment = Record<string, string>;

/**
 * Of a server that works beside others, tests and browsers: with one thread the engine takes up to a quarter less of the
 * processor for the same work.
 */
export const oneOfSeveral: Environment = { FOOTFALL_ENGINE_THREADS: '1' };

/** Starts the server on a free port and waits until its probe says that it is ready. */
export async function startServerProcess(environment: Environment): Promise<ServerProcess> {
  const server = spawnServer(environment);
  const announced = /footfall listening on (http:\/\/\S+?)"/;
  const deadline = Date.now() + readyWithinMs;
  while (Date.now() < deadline && server.process.exitCode === null) {
    const url = announced.exec(server.log())?.[1];
    if (url && (await fetch(`${url}/healthz`).catch(() => undefined))?.status === 200)
      return { ...server, url };
    await sleep(20);
  }
  await server.kill();
  throw new Error(`The server did not become ready:\n${server.log()}`);
}

export function spawnServer(environment: Environment, words: readonly string[] = ['serve']): ServerProcess {
  const child = spawn(process.execPath, [program, ...words], {
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'info', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stdout.on('data', (part) => {
    text += part;
  });
  child.stderr.on('data', (part) => {
    text += part;
  });
  const exited = once(child, 'exit');
  return {
    url: '',
    process: child,
    log: () => text,
    async stop() {
      if (child.exitCode === null) child.kill('SIGTERM');
      await exited;
      return child.exitCode;
    },
    async kill() {
      if (child.exitCode === null) child.kill('SIGKILL');
      await exited;
    },
  };
}

export type CliResult = { code: number | null; stdout: string; stderr: string };

/** `leavesOpen`: standard input does not end, as with programs that start another and forget about it. */
export async function runCli(
  words: string[],
  environment: Environment,
  input = '',
  { leavesOpen = false } = {},
): Promise<CliResult> {
  const child = spawn(process.execPath, [program, ...words], { env: { ...process.env, ...environment } });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (part) => {
    stdout += part;
  });
  child.stderr.on('data', (part) => {
    stderr += part;
  });
  if (leavesOpen) child.stdin.write(input);
  else child.stdin.end(input);
  await once(child, 'close');
  return { code: child.exitCode, stdout, stderr };
}
