import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { sql } from 'kysely';
import { describe, expect, inject, it } from 'vitest';
import { describeControl } from '../../../test/harness/control.ts';
import { createDatabase } from '../../../test/harness/postgres.ts';
import type { WorkspaceId } from '../../contract/ids.ts';
import { isUniqueViolation } from './control-error.ts';
import { type Control, type ControlOptions, openControl } from './open-control.ts';

const run = promisify(execFile);

async function insertWorkspace(control: Control, id: string): Promise<void> {
  await control.db
    .insertInto('workspaces')
    .values({ id: id as WorkspaceId, name: 'Acme', created_at: 1_700_000_000_123 })
    .execute();
}

/** Node runs the built program from inside the checkout, where it finds the packages. */
async function openInProcesses(database: ControlOptions, processes: number): Promise<string[]> {
  const folder = await mkdtemp(join(process.cwd(), 'node_modules', '.open-control-'));
  try {
    const program = join(folder, 'open.mjs');
    await build({
      stdin: {
        contents: `import { openControl } from './open-control.ts';
          const control = await openControl(JSON.parse(process.argv[2]));
          const rows = await control.db.selectFrom('workspaces').selectAll().execute();
          await control.close();
          console.log(rows.length);`,
        resolveDir: import.meta.dirname,
      },
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      outfile: program,
    });
    const runs = Array.from({ length: processes }, () =>
      run(process.execPath, [program, JSON.stringify(database)]),
    );
    return (await Promise.all(runs)).map(({ stdout }) => stdout.trim());
  } finally {
    await rm(folder, { recursive: true });
  }
}

describeControl('the control store', ({ open, createDatabase }) => {
  it('keeps its rows when it is opened again', async () => {
    const database = await createDatabase();
    await insertWorkspace(await open(database), 'w1');
    const rows = await (await open(database)).db.selectFrom('workspaces').selectAll().execute();
    expect(rows).toEqual([
      {
        id: 'w1',
        name: 'Acme',
        rate_limit: 60,
        retention_days: null,
        created_at: 1_700_000_000_123,
        timezone: 'UTC',
        currency: 'USD',
      },
    ]);
  });

  it('catches up on a migration that came after one of a later number', async () => {
    const database = await createDatabase();
    const before = await open(database);
    await sql`drop table server_secrets`.execute(before.db);
    await sql`drop table daily_counts`.execute(before.db);
    for (const table of ['api_keys', 'invitations']) {
      await sql`alter table ${sql.ref(table)} drop column created_by`.execute(before.db);
    }
    for (const index of ['sign_in_attempts_account', 'sign_in_attempts_age']) {
      await sql`drop index ${sql.ref(index)}`.execute(before.db);
    }
    await sql`alter table sign_in_attempts drop column account`.execute(before.db);
    await sql`alter table sign_in_attempts drop column blocked_until`.execute(before.db);
    await sql`delete from control_migrations where name = '0006-makers'`.execute(before.db);
    const { db } = await open(database);
    expect(await db.selectFrom('server_secrets').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('invitations').select('created_by').execute()).toEqual([]);
  });

  it('is opened by several at once on a new database', async () => {
    const database = await createDatabase();
    const controls = await Promise.all([open(database), open(database), open(database)]);
    for (const { db } of controls) {
      expect(await db.selectFrom('websites').selectAll().execute()).toEqual([]);
    }
  });

  it('is opened by several processes at once on a new database', async () => {
    expect(await openInProcesses(await createDatabase(), 4)).toEqual(['0', '0', '0', '0']);
  }, 30_000);

  it('refuses a text with NUL, bound anywhere', async () => {
    const { db } = await open();
    const lookup = db.selectFrom('workspaces').selectAll().where('name', '=', 'a\0b').execute();
    await expect(lookup).rejects.toMatchObject({ name: 'ControlError', code: 'nul_in_text' });
    expect(await db.selectFrom('workspaces').selectAll().execute()).toEqual([]);
  });

  it('tells a broken uniqueness from other failures', async () => {
    const control = await open();
    await insertWorkspace(control, 'w1');
    const duplicate = await insertWorkspace(control, 'w1').catch((error: unknown) => error);
    expect(isUniqueViolation(duplicate)).toBe(true);
    const orphan = control.db
      .insertInto('memberships')
      .values({ user_id: 'u1' as never, workspace_id: 'w1' as WorkspaceId, role: 'owner' })
      .execute();
    const failure = await orphan.catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(isUniqueViolation(failure)).toBe(false);
  });

  it('reads large integers as numbers', async () => {
    const { db } = await open();
    const { rows } = await sql<{ big: number }>`select cast(9007199254740991 as bigint) as big`.execute(db);
    expect(rows).toEqual([{ big: Number.MAX_SAFE_INTEGER }]);
  });

  it('takes back a transaction that fails and goes on', async () => {
    const control = await open();
    const failing = control.db.transaction().execute(async (transaction) => {
      await insertWorkspace({ ...control, db: transaction }, 'w1');
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    await insertWorkspace(control, 'w1');
    expect(await control.db.selectFrom('workspaces').select('id').execute()).toEqual([{ id: 'w1' }]);
  });

  it('never pairs a website with a foreign workspace', async () => {
    const control = await open();
    await insertWorkspace(control, 'w1');
    await insertWorkspace(control, 'w2');
    await control.db
      .insertInto('websites')
      .values({
        id: 's1' as never,
        public_id: 'ff_1' as never,
        workspace_id: 'w1' as WorkspaceId,
        allowed_domains_json: '[]',
        created_at: 1,
      })
      .execute();
    const paired = control.db
      .insertInto('goals')
      .values({
        id: 'g1',
        workspace_id: 'w2' as WorkspaceId,
        website_id: 's1' as never,
        name: 'g',
        type: 'event',
        match: 'g',
        created_at: 1,
      })
      .execute();
    await expect(paired).rejects.toThrow(/foreign key/i);
  });
});

describe('a PostgreSQL that cannot be used', () => {
  async function readFailure(postgresUrl: string): Promise<string> {
    const failure = await openControl({ postgresUrl }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'ControlError', code: 'database_unreachable' });
    return (failure as Error).message;
  }

  it('is named without its password', async () => {
    const wrong = new URL(inject('postgresUrl'));
    wrong.password = 'sesame-open';
    expect(await readFailure(wrong.href)).toMatch(
      /^PostgreSQL at 127\.0\.0\.1:\d+\/postgres cannot be used: .+\.$/,
    );
    expect(await readFailure(wrong.href)).not.toContain('sesame');
    wrong.port = '1';
    expect(await readFailure(wrong.href)).toContain('127.0.0.1:1/postgres');
    expect(await readFailure('mysql://user:sesame-open@host/db')).not.toContain('sesame');
    expect(await readFailure('postgres://user:sesame-open@host:port/db')).not.toContain('sesame');
  });

  it('is told to be busy where a new connection hangs', async () => {
    const target = new URL(await createDatabase(inject('postgresUrl')));
    let isSilent = false;
    const sockets: Socket[] = [];
    const proxy = createServer((client) => {
      sockets.push(client.on('error', () => {}));
      if (isSilent) return;
      const server = connect(Number(target.port), target.hostname).on('error', () => {});
      sockets.push(server);
      client.pipe(server).pipe(client);
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const url = new URL(target);
    url.port = String((proxy.address() as AddressInfo).port);
    const control = await openControl({ postgresUrl: url.href });
    isSilent = true;
    const asked = Array.from({ length: 10 }, () => sql`select pg_sleep(0.5)`.execute(control.db));
    const refused = (await Promise.allSettled(asked)).filter((each) => each.status === 'rejected');
    await control.close();
    for (const socket of sockets) socket.destroy();
    proxy.close();
    expect(refused.length).toBeGreaterThan(0);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'database_busy' });
  });

  it('takes both spellings of the scheme', async () => {
    const database = await createDatabase(inject('postgresUrl'));
    const control = await openControl({ postgresUrl: database.replace('postgres://', 'postgresql://') });
    await control.close();
    expect(control.kind).toBe('postgres');
  });
});

describe('a damaged file', () => {
  it('is refused and left as it is', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'footfall-damaged-'));
    try {
      const sqlitePath = join(folder, 'control.db');
      await writeFile(sqlitePath, 'no database, but long enough to be read as the header of one'.repeat(10));
      const before = await readFile(sqlitePath);
      await expect(openControl({ sqlitePath })).rejects.toThrow(/not a database/);
      expect(await readFile(sqlitePath)).toEqual(before);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

it('leaves all rows in the SQLite file when it is closed, so that a copy of it is whole', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-control-'));
  try {
    const [sqlitePath, copy] = [join(folder, 'control.sqlite'), join(folder, 'copy.sqlite')];
    const control = await openControl({ sqlitePath });
    await insertWorkspace(control, 'w1');
    await control.close();
    await copyFile(sqlitePath, copy);
    const copied = await openControl({ sqlitePath: copy });
    expect(await copied.db.selectFrom('workspaces').select('id').execute()).toEqual([{ id: 'w1' }]);
    await copied.close();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
