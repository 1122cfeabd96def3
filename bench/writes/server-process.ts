import { spawn } from 'node:child_process';
import { once } from 'node:events';

export type ServerProcess = { url: string; pid: number; stop(): Promise<void>; kill(): Promise<void> };

const startWithinMs = 60_000;

/** Starts a server as a process of its own and waits until it says where it listens. */
export async function startServerProcess(
  args: string[],
  environment: Record<string, string>,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await exited;
  };
  const stop = () => end('SIGTERM');
  const kill = () => end('SIGKILL');
  try {
    return { url: await readUrl(child.stdout, exited), pid: child.pid ?? 0, stop, kill };
  } catch (error) {
    await stop();
    throw error;
  }
}

function readUrl(output: NodeJS.ReadableStream, exited: Promise<unknown>): Promise<string> {
  let text = '';
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => reject(new Error(`The server ${reason}:\n${text}`));
    const timer = setTimeout(() => fail('did not start in time'), startWithinMs);
    exited.then(() => fail('ended'));
    output.on('data', (part) => {
      text += part;
      const url = /listening on (http:\/\/[^\s"]+)/.exec(text)?.[1];
      if (!url) return;
      clearTimeout(timer);
      resolve(url);
    });
  });
}
