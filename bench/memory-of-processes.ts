import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

type Process = { pid: number; parent: number; bytes: number };

/** Bytes in memory of a process and of all that it has started. */
export async function measureMemoryOf(pid: number): Promise<number> {
  const all = process.platform === 'linux' ? await readProc() : await askPs();
  return sumFamily(all, pid);
}

/** The most that one process ever had in memory; undefined where the system does not say. */
export async function measureMostMemoryOf(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmHWM:\s+(\d+)/m.exec(status)?.[1];
  return kilobytes === undefined ? undefined : 1024 * Number(kilobytes);
}

export function sumFamily(all: readonly Process[], pid: number): number {
  const own = all.find((each) => each.pid === pid)?.bytes ?? 0;
  return all
    .filter(({ parent }) => parent === pid)
    .reduce((sum, child) => sum + sumFamily(all, child.pid), own);
}

async function readProc(): Promise<Process[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')));
  return found.map((text) => {
    const number = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0);
    return { pid: number('Pid'), parent: number('PPid'), bytes: 1024 * number('VmRSS') };
  });
}

async function askPs(): Promise<Process[]> {
  const { stdout } = await promisify(execFile)('ps', ['-axo', 'pid=,ppid=,rss=']);
  return stdout
    .trim()
    .split('\n')
    .map((line) => {
      const [pid = 0, parent = 0, kilobytes = 0] = line.trim().split(/\s+/).map(Number);
      return { pid, parent, bytes: 1024 * kilobytes };
    });
}
