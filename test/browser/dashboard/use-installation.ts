/** An installation of its own that begins empty, and people at browsers. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { launchBrowser } from '../../harness/browser.ts';
import { findQuietPort } from '../../harness/quiet-port.ts';
import {
  type CliResult,
  type Environment,
  runCli,
  type ServerProcess,
  startServerProcess,
} from '../../harness/server-process.ts';
import { watch, wide } from './use-dashboard.ts';

export type Installation = {
  url(): string;
  /** As the server printed it for whoever runs it. */
  setUpLink(): string;
  /** In a browser of its own. */
  open(address: string, options?: BrowserContextOptions): Promise<Page>;
  /** A visitor of a website, whose pages may do what they like. */
  openVisitor(script?: string): Promise<Page>;
  cli(words: string[], input?: string): Promise<CliResult>;
  dataDirectory(): string;
  /** As by an operator; it comes back at the same address. */
  stopServer(): Promise<void>;
  startServer(): Promise<void>;
};

/** `prepare` starts what the server needs beside it, and says by which variables it finds that. */
export function useInstallation(prepare: () => Promise<Environment> = async () => ({})): Installation {
  const { program } = inject('dashboard');
  const contexts: BrowserContext[] = [];
  const wrong: string[] = [];
  let folder: string;
  let server: ServerProcess;
  let browser: Browser;
  let more: Environment = {};
  let port: number;
  const environment = () => ({ FOOTFALL_DATA_DIR: join(folder, 'data'), PORT: String(port), ...more });

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'footfall-installation-'));
    more = await prepare();
    // Pages go on calling it while it is stopped.
    port = await findQuietPort();
    server = await startServerProcess(environment());
    browser = await launchBrowser(program);
  });
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    expect(wrong.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function openContext(options: BrowserContextOptions): Promise<BrowserContext> {
    const context = await browser.newContext({ locale: 'en-US', viewport: wide, ...options });
    contexts.push(context);
    return context;
  }

  return {
    url: () => server.url,
    // The way by which this machine reaches it, also where another address is made public.
    setUpLink: () => server.url + (/\/set-up\?token=\S+/.exec(server.log())?.[0] ?? ''),
    async open(address, options = {}) {
      const context = await openContext(options);
      context.on('page', (page) => watch(page, server.url, wrong));
      const page = await context.newPage();
      await page.goto(new URL(address, server.url).href);
      return page;
    },
    async openVisitor(script) {
      const context = await openContext({});
      if (script) await context.addInitScript(script);
      return context.newPage();
    },
    cli: (words, input) => runCli(words, environment(), input),
    dataDirectory: () => environment().FOOTFALL_DATA_DIR,
    async stopServer() {
      await server.stop();
    },
    async startServer() {
      server = await startServerProcess(environment());
    },
  };
}
