import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { root } from './root.ts';
import type { CliResult, Environment } from './server-process.ts';

export type Shell = {
  /** A folder of its own, for what commands need beside them. */
  folder: string;
  /** From the folder of the package unless another is given. */
  run(commands: string, environment: Environment, cwd?: string): Promise<CliResult>;
  /** For programs that go on until they are stopped; answers how. */
  start(commands: string, environment: Environment, cwd?: string): () => Promise<void>;
  close(): Promise<void>;
};

/** The shell of the machine, with a curl that is always there and ends with 22 where it is refused. */
export async function openShell(): Promise<Shell> {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-shell-'));
  const curl = join(folder, 'curl');
  await writeFile(curl, `#!/bin/sh\nexec ${findCurl()} "$@"\n`);
  await chmod(curl, 0o755);

  const spawnShell = (commands: string, environment: Environment, cwd = root) =>
    spawn('sh', ['-e', '-c', commands], {
      cwd,
      env: { ...process.env, ...environment, PATH: `${folder}${delimiter}${process.env.PATH}` },
      stdio: ['ignore', 'pipe', 'pipe'],
      // What the shell starts is of its group, and is stopped with it.
      detached: true,
    });
  return {
    folder,
    start(commands, environment, cwd) {
      const child = spawnShell(commands, environment, cwd);
      const closed = once(child, 'close');
      return async () => {
        if (child.exitCode === null) process.kill(-(child.pid as number));
        await closed;
      };
    },
    async run(commands, environment, cwd) {
      const child = spawnShell(commands, environment, cwd);
      const output = { stdout: '', stderr: '' };
      for (const name of ['stdout', 'stderr'] as const) {
        child[name]?.on('data', (part) => {
          output[name] += part;
        });
      }
      await once(child, 'close');
      return { code: child.exitCode, ...output };
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The machine's own, without what its owner has set for it, or else one of ours, which takes ten times as long to start. */
function findCurl(): string {
  const { stdout } = spawnSync('sh', ['-c', 'command -v curl'], { encoding: 'utf8' });
  const found = stdout.trim();
  return found
    ? `"${found}" --disable --noproxy '*' --silent --fail`
    : `"${process.execPath}" "${join(root, 'test/harness/curl.mjs')}"`;
}
