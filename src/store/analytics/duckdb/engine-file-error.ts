/** Why the engine's file cannot be used. `other` is any message of the engine that we do not know. */
export type FileTrouble =
  | 'damaged'
  | 'locked'
  | 'newer'
  | 'disk-full'
  | 'not-writable'
  | 'earlier-engine'
  | 'other';

const advice: Record<FileTrouble, (path: string) => string> = {
  damaged: (path) =>
    `${path} is damaged: put back a copy of it, or move it away together with ${path}.wal to begin with an empty one`,
  locked: (path) =>
    `another process already uses ${path}: stop it, or choose another data directory with FOOTFALL_DATA_DIR`,
  newer: (path) =>
    `${path} was made by a newer version of Footfall: use that version, or choose another data directory with ` +
    'FOOTFALL_DATA_DIR',
  'disk-full': (path) => `the disk that holds ${path} is full: make room on it`,
  'not-writable': (path) =>
    `it may not write to ${path}: give the user that runs Footfall the right to, or choose another data directory ` +
    'with FOOTFALL_DATA_DIR',
  'earlier-engine': (path) =>
    `${path} holds the records of an earlier release, whose embedded engine was ClickHouse, and this release cannot ` +
    'read them. Nothing in it was touched: use the earlier release to export them, and then move that folder away, or ' +
    'choose another data directory with FOOTFALL_DATA_DIR',
  other: (path) =>
    `it cannot use ${path}, and its own error says why: mend that, or choose another data directory with FOOTFALL_DATA_DIR`,
};

/** One sentence for the operator that says what to do, then the engine's own words. */
export class EngineFileError extends Error {
  readonly kind: FileTrouble;
  readonly path: string;
  readonly ownWords: string;

  constructor(kind: FileTrouble, path: string, ownWords = '') {
    super(
      `The analytics engine could not start: ${advice[kind](path)}.${ownWords === '' ? '' : ` (${ownWords})`}`,
    );
    this.name = 'EngineFileError';
    this.kind = kind;
    this.path = path;
    this.ownWords = ownWords;
  }
}

/** Messages of the engine and of the system below it; the first match counts. */
const signs: readonly (readonly [RegExp, FileTrouble])[] = [
  [/Could not set lock on file|Conflicting lock|being used by another process/i, 'locked'],
  [/No space left on device|ENOSPC|EDQUOT|Disk quota exceeded|not enough space/i, 'disk-full'],
  [/Permission denied|Read-only file system|EACCES|EPERM|EROFS|Operation not permitted/i, 'not-writable'],
  [/with version number|newer version of DuckDB|newer DuckDB version|storage version/i, 'newer'],
  [
    /not a valid DuckDB database file|Corrupt database file|Could not read enough bytes|Failure while replaying WAL|Serialization Error|checksum/i,
    'damaged',
  ],
];

/** For whatever was thrown while the file was opened. */
export function buildFileError(path: string, error: unknown): EngineFileError {
  if (error instanceof EngineFileError) return error;
  const ownWords = error instanceof Error ? error.message : String(error);
  const kind = signs.find(([sign]) => sign.test(ownWords))?.[1] ?? 'other';
  return new EngineFileError(kind, path, ownWords);
}
