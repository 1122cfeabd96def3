/** What the system knows of processes that are not our own children. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const goneWithinMs = 60_000;
const foundWithinMs = 60_000;

export function findEnginePid(serverPid: number | undefined): number | undefined {
  if (serverPid === undefined) return undefined;
  return listChildren(serverPid).find(({ state }) => state !== 'Z')?.pid;
}

/** The engine of the server, once it has one other than this; undefined when the server has ended. */
export async function untilOtherEngine(
  serverPid: number | undefined,
  old: number | undefined,
): Promise<number | undefined> {
  const deadline = Date.now() + foundWithinMs;
  while (serverPid !== undefined && isAlive(serverPid)) {
    const pid = findEnginePid(serverPid);
    if (pid !== undefined && pid !== old) return pid;
    if (Date.now() > deadline) throw new Error(`No new engine came within ${foundWithinMs} ms.`);
    await sleep(10);
  }
  return undefined;
}

/** The engine of the server ends whenever a new one is found, until told to stop. */
export function keepKillingEngine(serverPid: number | undefined): () => Promise<void> {
  let ending = false;
  const run = async () => {
    while (!ending) {
      const pid = findEnginePid(serverPid);
      if (pid !== undefined) killProcess(pid);
      await sleep(10);
    }
  };
  const running = run();
  return async () => {
    ending = true;
    await running;
  };
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
  const found = hasProc ? readProc(pid) : listProcesses().find((each) => each.pid === pid);
  return found !== undefined && found.state !== 'Z';
}

type Process = { pid: number; parent: number; state: string };

const hasProc = process.platform === 'linux';

/** Asked every few milliseconds, so that the children are looked up where the kernel lists them, if it does. */
function listChildren(parent: number): Process[] {
  try {
    const pids = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').split(' ').filter(Boolean);
    return pids.flatMap((pid) => readProc(Number(pid)) ?? []);
  } catch {
    return listProcesses().filter((each) => each.parent === parent);
  }
}

function listProcesses(): Process[] {
  if (!hasProc) return listByPs();
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => readProc(Number(pid)) ?? []);
}

/** The fields after the name, which may hold anything but ends at the last parenthesis. */
function readProc(pid: number): Process | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state = '', parent] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { pid, parent: Number(parent), state };
  } catch {
    return undefined;
  }
}

function listByPs(): Process[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,state='], { encoding: 'utf8' })
    .trim()
    .split('\n');
  return lines.map((line) => {
    const [pid, parent, state = ''] = line.trim().split(/\s+/);
    return { pid: Number(pid), parent: Number(parent), state: state.slice(0, 1) };
  });
}
