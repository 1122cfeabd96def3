/** Looks for a Chromium or Chrome where systems usually have it. */
import { accessSync, constants, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** A program of the machine, or the one that `@sparticuz/chromium` brings. */
export type BrowserSource = { kind: 'machine'; path: string } | { kind: 'packaged' };

export type Machine = {
  platform: string;
  arch: string;
  environment: NodeJS.ProcessEnv;
  canRun(path: string): boolean;
  /** Whether the packaged Chromium is installed and finds the C library that it was made for. */
  canUnpack(): boolean;
};

/** The one without a window's user interface comes first: a page costs it a sixth of the processor time. */
const linuxPaths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
];

const macApplications = ['Chromium', 'Google Chrome', 'Google Chrome for Testing', 'Google Chrome Canary'];

const commands = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
];

export const thisMachine: Machine = {
  platform: process.platform,
  arch: process.arch,
  environment: process.env,
  canRun: isProgram,
  canUnpack: () => hasGlibc() && isInstalled('@sparticuz/chromium'),
};

/** FOOTFALL_TEST_BROWSER=packaged takes the one of the package on machines that have their own too. */
export function findBrowser(machine: Machine = thisMachine): BrowserSource | undefined {
  const { environment } = machine;
  const path = environment.FOOTFALL_TEST_BROWSER === 'packaged' ? undefined : findProgram(machine);
  if (path !== undefined) return { kind: 'machine', path };
  // Its binary is made for this platform alone.
  const fits = machine.platform === 'linux' && machine.arch === 'x64';
  return fits && machine.canUnpack() ? { kind: 'packaged' } : undefined;
}

function findProgram(machine: Machine): string | undefined {
  const chosen = machine.environment.CHROME_PATH;
  if (!chosen) return listPaths(machine).find(machine.canRun);
  if (!machine.canRun(chosen)) throw new Error(`CHROME_PATH is ${chosen}, which is no program.`);
  return chosen;
}

function listPaths({ platform, environment }: Machine): string[] {
  const folders = (environment.PATH ?? '').split(':').filter((folder) => folder !== '');
  const onPath = folders.flatMap((folder) => commands.map((command) => join(folder, command)));
  if (platform === 'linux') return [...linuxPaths, ...onPath];
  if (platform === 'darwin') return [...listMacPaths(environment.HOME), ...onPath];
  return [];
}

function listMacPaths(home: string | undefined): string[] {
  const folders = ['/Applications', ...(home ? [join(home, 'Applications')] : [])];
  return folders.flatMap((folder) =>
    macApplications.map((name) => join(folder, `${name}.app`, 'Contents', 'MacOS', name)),
  );
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function isInstalled(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch {
    return false;
  }
}

function hasGlibc(): boolean {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime !== undefined;
}
