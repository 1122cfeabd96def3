/** The server that pages in the browser send to and the browser's program, prepared once for all browser tests. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type BrowserProgram, prepareBrowser } from './browser.ts';
import { startServerProcess } from './server-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    browser: { program: BrowserProgram; footfall: string; sqlitePath: string };
  }
}

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-browser-'));
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  try {
    const program = await prepareBrowser(folder);
    const dataDirectory = join(folder, 'data');
    const server = await startServerProcess({
      FOOTFALL_DATA_DIR: dataDirectory,
      // All visitors of the tests come from one address.
      FOOTFALL_HITS_PER_ADDRESS: '1000000',
    });
    provide('browser', {
      program,
      footfall: server.url,
      sqlitePath: join(dataDirectory, 'control.sqlite'),
    });
    return async () => {
      await server.stop();
      await removeFolder();
    };
  } catch (error) {
    await removeFolder();
    throw error;
  }
}
