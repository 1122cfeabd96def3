/** What the system knows of processes that are not our own children. Reads /proc: Linux only. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const goneWithinMs = 60_000;

export function findEnginePid(serverPid: number | undefined): number | undefined {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .find((pid) => findParent(pid) === serverPid);
}

export async function untilGone(pid: number): Promise<void> {
  const deadline = Date.now() + goneWithinMs;
  while (isAlive(pid)) {
    if (Date.now() > deadline) throw new Error(`Process ${pid} is still there after ${goneWithinMs} ms.`);
    await sleep(10);
  }
}

/** SIGKILL; one that has ended meanwhile is as good as killed. */
export function killProcess(pid: number): void {
  if (isAlive(pid)) process.kill(pid, 'SIGKILL');
}

/** One that has ended and waits for its parent to notice is not alive. */
export function isAlive(pid: number): boolean {
  const state = readStat(pid)?.[0];
  return state !== undefined && state !== 'Z';
}

function findParent(pid: number): number | undefined {
  const [state, parent] = readStat(pid) ?? [];
  return parent === undefined || state === 'Z' ? undefined : Number(parent);
}

/** The fields after the name, which may hold anything but ends at the last parenthesis. */
function readStat(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
