import { buildMissingLibrarySentence } from './engine-library.ts';

type Failure = { sign: RegExp; advice(directory: string): string };

const directoryInUse = /Code: 76\.|Cannot lock file/;

const failures: Failure[] = [
  {
    sign: directoryInUse,
    advice: (directory) =>
      `another process already uses ${directory}: stop it, or choose another data directory with FOOTFALL_DATA_DIR`,
  },
  {
    sign: /Address already in use/,
    advice: () => 'the loopback ports it tried are taken by other programs: start again',
  },
  {
    sign: /EACCES|EPERM|EROFS|Permission denied|Read-only file system/,
    advice: (directory) =>
      `it may not write to ${directory}: give the user that runs Footfall the right to, or choose another data ` +
      'directory with FOOTFALL_DATA_DIR',
  },
  {
    sign: /EEXIST|ENOTDIR|Not a directory/,
    advice: (directory) =>
      `${directory} is not a directory: remove what stands there, or choose another with FOOTFALL_DATA_DIR`,
  },
  {
    sign: /ENOSPC|No space left|NOT_ENOUGH_SPACE/,
    advice: (directory) => `the disk that holds ${directory} is full: make room on it`,
  },
  {
    sign: /Cannot find module|MODULE_NOT_FOUND|cannot open shared object|dlopen/,
    advice: () => buildMissingLibrarySentence(`${process.platform}-${process.arch}`).replace(/\.$/, ''),
  },
];

export function isDirectoryInUse(engineText: string): boolean {
  return directoryInUse.test(engineText);
}

export function isPortTaken(engineText: string): boolean {
  return /Address already in use/.test(engineText);
}

/** One sentence that says what to do, then the engine's own words. */
export function buildStartFailure(directory: string, engineText: string): string {
  const known = failures.find((failure) => failure.sign.test(engineText));
  const advice =
    known?.advice(directory) ??
    'its own error below says why: fix that, or set CLICKHOUSE_URL to a ClickHouse server';
  const ownWords = engineText === '' ? 'it said nothing' : engineText;
  return `The analytics engine could not start: ${advice}. (${ownWords})`;
}
