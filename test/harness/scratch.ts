/**
 * Where tests keep their files: in memory where the machine has room. Suites that make many tables of a ClickHouse take
 * a third more of the processor on a disk. No test needs what outlives the system: only processes are killed.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const inMemory = '/dev/shm';
const roomBytes = 6 * 1024 ** 3;
/** Of servers, browsers and the files together. */
const memoryBytes = 12 * 1024 ** 3;

export function findScratch(folder = inMemory): string {
  return hasRoom(folder) && canRunPrograms(folder) ? folder : tmpdir();
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= roomBytes && process.availableMemory() >= memoryBytes;
  } catch {
    return false;
  }
}

/** The packaged browser is unpacked there, and many systems mount it without the right to run anything. */
function canRunPrograms(folder: string): boolean {
  let own: string | undefined;
  try {
    own = mkdtempSync(join(folder, 'footfall-scratch-'));
    const program = join(own, 'program');
    writeFileSync(program, '#!/bin/sh\nexit 7\n', { mode: 0o700 });
    return spawnSync(program).status === 7;
  } catch {
    return false;
  } finally {
    if (own !== undefined) rmSync(own, { recursive: true, force: true });
  }
}
