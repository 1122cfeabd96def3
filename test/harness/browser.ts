/** A real Chromium: the machine's own where there is one, else the one that `@sparticuz/chromium` brings. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { findBrowser } from './find-browser.ts';
import type { Environment } from './server-process.ts';

export type BrowserProgram = { path: string; environment: Environment };

/** Chromium without a window says HeadlessChrome, which is a bot. */
const personAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36';

/** Tests define pages on any host below .test; all of them are this machine. */
const switches = [
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  `--user-agent=${personAgent}`,
  '--host-resolver-rules=MAP *.test 127.0.0.1',
  // Chromium has no sandbox for root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

export async function prepareBrowser(folder: string): Promise<BrowserProgram> {
  const source = findBrowser();
  if (!source)
    throw new Error('There is no Chromium or Chrome on this machine: install one or set CHROME_PATH.');
  return source.kind === 'machine' ? { path: source.path, environment: {} } : await unpackBrowser(folder);
}

/** It unpacks into the folder for temporary files, and the libraries it needs only where it thinks to be at AWS. */
async function unpackBrowser(folder: string): Promise<BrowserProgram> {
  const { default: packaged } = await import('@sparticuz/chromium');
  const before = { TMPDIR: process.env.TMPDIR, AWS_LAMBDA_JS_RUNTIME: process.env.AWS_LAMBDA_JS_RUNTIME };
  try {
    Object.assign(process.env, { TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' });
    const path = await packaged.executablePath();
    await configureFonts(join(folder, 'fonts'));
    const environment = {
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      FONTCONFIG_PATH: join(folder, 'fonts'),
    };
    return { path, environment };
  } finally {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}

/** The package looks for its fonts in fixed places; without any, text has no size and nothing can be clicked. */
async function configureFonts(folder: string): Promise<void> {
  const lines = [`<dir>${folder}</dir>`, `<cachedir>${join(folder, 'cache')}</cachedir>`];
  await writeFile(join(folder, 'fonts.conf'), `<fontconfig>${lines.join('')}</fontconfig>\n`);
}

export async function launchBrowser({ path, environment }: BrowserProgram): Promise<Browser> {
  return await chromium.launch({
    executablePath: path,
    env: buildEnvironment(environment),
    args: [...switches, '--disable-background-networking'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
}

export type BareBrowser = { stop(): Promise<void> };

/** Opens a page with nobody attached: Chromium does not prerender while a debugger looks on. */
export async function openBareBrowser(program: BrowserProgram, url: string): Promise<BareBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'footfall-profile-'));
  const words = ['--headless', `--user-data-dir=${profile}`];
  const child = spawn(program.path, [...words, ...switches, '--remote-debugging-port=0', url], {
    env: buildEnvironment(program.environment),
    stdio: 'ignore',
    // A group of its own: Debian's program is a script that waits for the browser, and would leave it behind.
    detached: true,
  });
  return { stop: () => stopBareBrowser(child, profile) };
}

async function stopBareBrowser(child: ChildProcess, profile: string): Promise<void> {
  if (child.exitCode === null) {
    const exited = once(child, 'exit');
    process.kill(-(child.pid as number), 'SIGTERM');
    await exited;
  }
  // Its own children write into the profile until they have ended too.
  await rm(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

function buildEnvironment(environment: Environment): Environment {
  const own = Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return { ...Object.fromEntries(own), ...environment };
}
