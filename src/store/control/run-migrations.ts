import { type Kysely, type Migration, Migrator } from 'kysely';
import * as controlPlane from './migrations/0001-control-plane.ts';
import * as rateLimitWindows from './migrations/0001-rate-limit-windows.ts';
import * as dailySalts from './migrations/0002-daily-salts.ts';
import * as leases from './migrations/0003-leases.ts';
import * as dashboard from './migrations/0004-dashboard.ts';
import * as requestClaims from './migrations/0005-request-claims.ts';
import * as makers from './migrations/0006-makers.ts';
import * as browserIdentities from './migrations/0007-browser-identities.ts';
import * as jobs from './migrations/0009-jobs.ts';
import * as sharing from './migrations/0010-sharing.ts';
import * as goals from './migrations/0011-goals.ts';
import * as privacy from './migrations/0012-privacy.ts';

/** Two processes may open one database at once: PostgreSQL waits on Kysely's advisory lock, SQLite on the
 * write lock that every transaction of ours takes at its start. */
export async function runControlMigrations(db: Kysely<unknown>): Promise<void> {
  const migrations = {
    '0001-control-plane': { up: controlPlane.up },
    '0002-daily-salts': { up: dailySalts.up },
    '0003-leases': { up: leases.up },
    '0004-dashboard': { up: dashboard.up },
    '0005-request-claims': { up: requestClaims.up },
    '0006-makers': { up: makers.up },
    '0007-browser-identities': { up: browserIdentities.up },
    '0009-jobs': { up: jobs.up },
    '0010-sharing': { up: sharing.up },
    '0011-goals': { up: goals.up },
    '0012-privacy': { up: privacy.up },
  };
  await runMigrations(db, migrations, 'control_migrations');
}

export async function runWindowMigrations(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  const up = (target: Kysely<unknown>) => rateLimitWindows.up(target, kind);
  await runMigrations(db, { '0001-rate-limit-windows': { up } }, 'window_migrations');
}

async function runMigrations(
  db: Kysely<unknown>,
  migrations: Record<string, Migration>,
  tableName: string,
): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableName: tableName,
    migrationLockTableName: `${tableName}_lock`,
    // Numbers are assigned before the work is done, so a migration may arrive after a later one that a database already
    // has.
    allowUnorderedMigrations: true,
    // Kysely's own compares by the language of the machine, whose tables take longer to load than all else here.
    nameComparator: (one, other) => (one < other ? -1 : Number(one > other)),
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}
