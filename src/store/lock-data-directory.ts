import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';

export class DataDirectoryInUse extends Error {
  constructor(directory: string, pid: string) {
    super(
      `Another Footfall server${pid && ` (process ${pid})`} is using ${directory}. ` +
        'Stop it first, or give this one a directory of its own with FOOTFALL_DATA_DIR.',
    );
    this.name = 'DataDirectoryInUse';
  }
}

/**
 * One server at a time owns a data directory. The lock is SQLite's file lock: the system releases it when the process
 * ends, in whatever way, so that no stale lock can be left behind.
 */
export function lockDataDirectory(directory: string): { release(): void } {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const pidPath = join(directory, 'server.pid');
  const lock = tryLock(directory);
  if (!lock) throw new DataDirectoryInUse(directory, readPid(pidPath));
  writeFileSync(pidPath, String(process.pid));
  return { release: () => lock.close() };
}

/** A server may come or go in the next moment. */
export function isDataDirectoryInUse(directory: string): boolean {
  if (!existsSync(directory)) return false;
  const lock = tryLock(directory);
  lock?.close();
  return lock === undefined;
}

function tryLock(directory: string): DatabaseSyncInstance | undefined {
  const lock = new DatabaseSync(join(directory, 'server.lock'));
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    return lock;
  } catch {
    lock.close();
    return undefined;
  }
}

function readPid(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
