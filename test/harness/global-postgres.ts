/** The PostgreSQL in which tests of the control plane have databases of their own, started once for all of them. */
import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  provide('postgresUrl', postgres.url);
  return () => postgres.stop();
}
