import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataDirectoryOpen, requirePrivateDirectory } from './private-directory.ts';

const nobody = 65_534;

let folder: string;
let warnings: string[];
const check = (directory: string) =>
  requirePrivateDirectory(directory, (message) => void warnings.push(message));
const modeOf = (path: string) => (statSync(path).mode & 0o7777).toString(8);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'footfall-private-'));
  warnings = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the data directory', () => {
  it('is made for its owner alone, and left alone where it is so', () => {
    const directory = join(folder, 'a', 'b');
    check(directory);
    expect(modeOf(directory)).toBe('700');
    check(directory);
    expect(warnings).toEqual([]);
  });

  it.each([0o755, 0o770, 0o777, 0o701])('of mode %o is closed with a warning', (mode) => {
    chmodSync(folder, mode);
    check(folder);
    expect(modeOf(folder)).toBe('700');
    expect(warnings).toEqual([expect.stringContaining(folder)]);
  });

  it('has what is ours closed, through folders and not through links', () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'footfall-elsewhere-'));
    try {
      mkdirSync(join(folder, 'spool'));
      for (const path of ['control.sqlite-wal', 'spool/data.mdb', 'notes.txt']) {
        writeFileSync(join(folder, path), '');
        chmodSync(join(folder, path), 0o664);
      }
      writeFileSync(join(elsewhere, 'theirs'), '');
      chmodSync(join(elsewhere, 'theirs'), 0o644);
      symlinkSync(elsewhere, join(folder, 'spool', 'link'));
      check(folder);
      expect(modeOf(join(folder, 'control.sqlite-wal'))).toBe('600');
      expect(modeOf(join(folder, 'spool/data.mdb'))).toBe('600');
      expect(modeOf(join(folder, 'notes.txt'))).toBe('664');
      expect(modeOf(join(elsewhere, 'theirs'))).toBe('644');
    } finally {
      rmSync(elsewhere, { recursive: true, force: true });
    }
  });

  it.each([
    ['shared by everybody', 0o1777, []],
    ['of other things', 0o755, ['thesis.txt']],
  ])('%s is refused and not changed', (_name, mode, names) => {
    for (const name of names) writeFileSync(join(folder, name), '');
    chmodSync(folder, mode);
    expect(() => check(folder)).toThrow(DataDirectoryOpen);
    expect(() => check(folder)).toThrow(/chmod go= .*FOOTFALL_DATA_DIR/);
    expect(modeOf(folder)).toBe(mode.toString(8));
  });

  it('that belongs to somebody else is refused where it is open', () => {
    const isRoot = process.geteuid?.() === 0;
    // Whoever is not root finds an empty one of root's.
    const directory = isRoot ? folder : '/proc/tty/ldisc';
    if (isRoot) chmodSync(folder, 0o755);
    try {
      if (isRoot) process.seteuid?.(nobody);
      expect(() => check(directory)).toThrow(/it cannot be closed \(EPERM/);
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
    expect(warnings).toEqual([]);
  });
});
