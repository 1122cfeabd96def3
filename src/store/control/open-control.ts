/**
 * The control plane's store: workspaces, websites, keys, segments, users, configuration, claims and
 * rate-limit windows, on SQLite or PostgreSQL through one set of queries and migrations. What the tables
 * mean to a user (verbs, checks, wire shapes) lives in the folders that import this one.
 */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Kysely } from 'kysely';
import { openSqlite } from './control-sqlite.ts';
import { runControlMigrations, runWindowMigrations } from './run-migrations.ts';
import type { ControlSchema, WindowsSchema } from './schema.ts';

export type ControlOptions = { sqlitePath: string } | { postgresUrl: string };

export type Control = {
  kind: 'sqlite' | 'postgres';
  db: Kysely<ControlSchema>;
  /** Counts of requests: written on every request, so its commits do not wait for the disk. */
  windows: Kysely<WindowsSchema>;
  close(): Promise<void>;
};

let opening: Promise<unknown> = Promise.resolve();

/**
 * Opens one control after another within a process: SQLite blocks the thread while it waits for a lock, so two
 * migrations of one file in one process would deadlock. Other processes just wait.
 */
export function openControl(options: ControlOptions): Promise<Control> {
  const opened = opening.then(() => runOpen(options));
  opening = opened.catch(() => undefined);
  return opened;
}

async function runOpen(options: ControlOptions): Promise<Control> {
  const control =
    'sqlitePath' in options
      ? openSqliteControl(options.sqlitePath)
      : await openPostgresControl(options.postgresUrl);
  try {
    await runControlMigrations(control.db as Kysely<unknown>);
    await runWindowMigrations(control.windows as Kysely<unknown>, control.kind);
  } catch (error) {
    await control.close();
    throw error;
  }
  return control;
}

function openSqliteControl(path: string): Control {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const db = openSqlite<ControlSchema>(path, 'full');
  const windows = openSqlite<WindowsSchema>(`${path}-windows`, 'normal');
  const close = async () => {
    await db.destroy();
    await windows.destroy();
  };
  return { kind: 'sqlite', db, windows, close };
}

async function openPostgresControl(url: string): Promise<Control> {
  // Its driver takes as long to load as the rest of a command, and SQLite does not need it.
  const { openPostgres } = await import('./control-postgres.ts');
  const db = await openPostgres<ControlSchema & WindowsSchema>(url);
  return {
    kind: 'postgres',
    db: db as unknown as Kysely<ControlSchema>,
    windows: db as unknown as Kysely<WindowsSchema>,
    close: () => db.destroy(),
  };
}
