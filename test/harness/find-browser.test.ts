import { describe, expect, it } from 'vitest';
import { findBrowser, type Machine } from './find-browser.ts';

function machine(
  programs: readonly string[],
  { canUnpack = true, ...rest }: Partial<Omit<Machine, 'canUnpack'>> & { canUnpack?: boolean } = {},
): Machine {
  return {
    platform: 'linux',
    arch: 'x64',
    environment: { PATH: '/usr/local/bin:/usr/bin' },
    canRun: (path) => programs.includes(path),
    canUnpack: () => canUnpack,
    ...rest,
  };
}

const chromium = '/usr/bin/chromium';
const macChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

describe('findBrowser', () => {
  it.each([chromium, '/usr/bin/google-chrome-stable', '/snap/bin/chromium', '/usr/local/bin/chrome'])(
    'takes %s of a Linux',
    (path) => {
      expect(findBrowser(machine([path], { arch: 'arm64' }))).toEqual({ kind: 'machine', path });
    },
  );

  it('prefers the shell, which draws no window', () => {
    const path = '/usr/bin/chromium-headless-shell';
    expect(findBrowser(machine([chromium, path]))).toEqual({ kind: 'machine', path });
  });

  it('takes an application of a Mac, of all users or of one', () => {
    const mac = { platform: 'darwin', arch: 'arm64', environment: { HOME: '/Users/ada' } };
    expect(findBrowser(machine([macChrome], mac))).toEqual({ kind: 'machine', path: macChrome });
    const own = `/Users/ada${macChrome}`;
    expect(findBrowser(machine([own], mac))).toEqual({ kind: 'machine', path: own });
  });

  it('takes what CHROME_PATH names before any other', () => {
    const environment = { CHROME_PATH: '/opt/chrome' };
    const found = findBrowser(machine([chromium, '/opt/chrome'], { environment }));
    expect(found).toEqual({ kind: 'machine', path: '/opt/chrome' });
  });

  it('refuses a CHROME_PATH that names no program', () => {
    const environment = { CHROME_PATH: '/opt/chrome' };
    expect(() => findBrowser(machine([chromium], { environment }))).toThrow('CHROME_PATH is /opt/chrome');
  });

  it('takes the packaged one where there is no other, on the platform that it is made for', () => {
    expect(findBrowser(machine([]))).toEqual({ kind: 'packaged' });
    expect(findBrowser(machine([], { arch: 'arm64' }))).toBeUndefined();
    expect(findBrowser(machine([], { platform: 'darwin' }))).toBeUndefined();
    expect(findBrowser(machine([], { canUnpack: false }))).toBeUndefined();
  });

  it('takes the packaged one when told to', () => {
    const environment = { FOOTFALL_TEST_BROWSER: 'packaged' };
    expect(findBrowser(machine([chromium], { environment }))).toEqual({ kind: 'packaged' });
    expect(findBrowser(machine([chromium], { environment, arch: 'arm64' }))).toBeUndefined();
  });
});
