/** One server with the demo's traffic, and the browser's program, for all tests of the dashboard. */
import type { TestProject } from 'vitest/node';
import { type BrowserProgram, prepareBrowser } from './browser.ts';
import { type DemoServer, startDemo } from './demo-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    dashboard: DemoServer & { program: BrowserProgram; dataDirectory: string };
  }
}

// Enough for every panel, and few enough for the sessions of a week to fit into one answer.
const visitors = 2500;

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const { demo, folder, dataDirectory, stop } = await startDemo(visitors);
  try {
    provide('dashboard', { ...demo, program: await prepareBrowser(folder), dataDirectory });
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}
