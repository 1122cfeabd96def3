import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export class DataDirectoryOpen extends Error {
  constructor(directory: string, reason: string) {
    super(
      `Others on this machine can get into the data directory ${directory}, and ${reason}. ` +
        `Run chmod go= ${directory} as its owner, or give Footfall a directory of its own with FOOTFALL_DATA_DIR.`,
    );
    this.name = 'DataDirectoryOpen';
  }
}

const others = 0o077;
const sticky = 0o1000;
const ownNames = /^(control\.sqlite|spool|analytics\.duckdb|engine-temp|clickhouse|server\.(pid|lock))/;

/**
 * Makes the data directory where there is none, and closes one that is open to others, with what we keep in it: it holds
 * what visitors did, and secrets. A directory that may be shared on purpose is refused instead.
 */
export function requirePrivateDirectory(directory: string, warn: (message: string) => void): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const names = readdirSync(directory);
  const own = names.filter((name) => ownNames.test(name)).map((name) => join(directory, name));
  const { mode } = statSync(directory);
  if ((mode & others) !== 0) {
    if ((mode & sticky) !== 0 || (own.length === 0 && names.length > 0)) {
      throw new DataDirectoryOpen(directory, 'it may be meant for others too');
    }
    close(directory, mode);
    warn(`The data directory ${directory} was open to others on this machine: it is now its owner's alone.`);
  }
  // Nobody else can reach the files there, but a copy of them elsewhere would have the same modes.
  own.forEach(closeAll);
}

function close(directory: string, mode: number): void {
  try {
    chmodSync(directory, mode & ~others);
  } catch (error) {
    throw new DataDirectoryOpen(directory, `it cannot be closed (${(error as Error).message})`);
  }
}

function closeAll(path: string): void {
  try {
    const stats = lstatSync(path);
    if (stats.isSymbolicLink()) return;
    if ((stats.mode & others) !== 0) chmodSync(path, stats.mode & ~others);
    if (stats.isDirectory()) for (const name of readdirSync(path)) closeAll(join(path, name));
  } catch {
    // Another's, or a server is removing it: the directory around it is closed.
  }
}
