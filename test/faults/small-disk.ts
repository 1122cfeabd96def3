/** A small disk of a folder's own that a test can fill: a real one, where the system lets us mount. */
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmdirSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type SmallDisk = {
  /** Leaves this much room at most. */
  fill(freeBytes: number): void;
  makeRoom(): void;
  remove(): void;
};

const ballast = 'ballast';
const block = Buffer.alloc(64 * 1024);

export function mountSmallDisk(folder: string, sizeMb: number): SmallDisk {
  mkdirSync(folder, { recursive: true });
  mount(folder, sizeMb);
  const path = join(folder, ballast);
  return {
    fill: (freeBytes) => fill(path, folder, freeBytes),
    makeRoom: () => rmSync(path),
    // Lazily: SQLite lets go of its files in this process only when its statements are collected.
    remove: () => void execFileSync('umount', ['--lazy', folder]),
  };
}

export function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'footfall-mount-'));
  try {
    mount(folder, 1);
    execFileSync('umount', [folder]);
    return true;
  } catch {
    return false;
  } finally {
    rmdirSync(folder);
  }
}

function mount(folder: string, sizeMb: number): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m,mode=0700`, 'tmpfs', folder], {
    stdio: 'pipe',
  });
}

function fill(path: string, folder: string, freeBytes: number): void {
  const file = openSync(path, 'a');
  try {
    while (freeIn(folder) > freeBytes) writeSync(file, block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
}

function freeIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
