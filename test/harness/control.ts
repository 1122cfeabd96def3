/** One suite over both databases: what holds for the control plane on SQLite must hold on PostgreSQL. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, inject } from 'vitest';
import { type Control, type ControlOptions, openControl } from '../../src/store/control/open-control.ts';
import { createDatabase } from './postgres.ts';

export type ControlHarness = {
  /** The address of a new empty database. */
  createDatabase(): Promise<ControlOptions>;
  /** Closed after the test; a database of its own unless one is named. */
  open(database?: ControlOptions): Promise<Control>;
};

export function describeControl(name: string, define: (harness: ControlHarness) => void): void {
  describe(`${name} on SQLite`, () => define(useSqlite()));
  describe(`${name} on PostgreSQL`, () => define(usePostgres()));
}

function useSqlite(): ControlHarness {
  let folder = '';
  let databases = 0;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'footfall-control-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return useOpened(async () => {
    databases += 1;
    return { sqlitePath: join(folder, `${databases}`, 'control.db') };
  });
}

function usePostgres(): ControlHarness {
  return useOpened(async () => ({ postgresUrl: await createDatabase(inject('postgresUrl')) }));
}

function useOpened(createDatabase: () => Promise<ControlOptions>): ControlHarness {
  const opened: Control[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((control) => control.close()));
  });
  return {
    createDatabase,
    open: async (database) => {
      const control = await openControl(database ?? (await createDatabase()));
      opened.push(control);
      return control;
    },
  };
}
