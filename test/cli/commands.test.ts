/** Contract §1: what the commands print and where, on a fresh directory and with wrong words. */
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/contract/clock.ts';
import { settings } from '../../src/settings.ts';
import { openControl } from '../../src/store/control/open-control.ts';
import { verifyPassword } from '../../src/users/password.ts';
import { createWorkspace as createWorkspaceIn } from '../../src/workspaces/create-workspace.ts';
import { root } from '../harness/root.ts';
import { type CliResult, runCli, startServerProcess } from '../harness/server-process.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footfall-cli-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const environment = () => ({
  FOOTFALL_DATA_DIR: join(folder, 'data'),
  DATABASE_URL: '',
  CLICKHOUSE_URL: '',
});

const run = (words: string[], input?: string): Promise<CliResult> => runCli(words, environment(), input);

// biome-ignore lint/suspicious/noExplicitAny: each command prints a shape of its own.
async function runJson(words: string[], input?: string): Promise<any> {
  const { code, stdout, stderr } = await run([...words, '--json'], input);
  expect({ words, code, stderr }).toEqual({ words, code: 0, stderr: '' });
  expect(stdout).toMatch(/^\S.*\n$/);
  return JSON.parse(stdout);
}

/** As the command does, without the time that a process takes. */
async function createWorkspace(): Promise<string> {
  const control = await openControl({ sqlitePath: join(folder, 'data', 'control.sqlite') });
  try {
    return (await createWorkspaceIn(control, { name: 'Acme' }, systemClock)).id;
  } finally {
    await control.close();
  }
}

function expectFailed({ code, stdout, stderr }: CliResult, reason: RegExp): void {
  expect(stdout).toBe('');
  expect(stderr).toMatch(reason);
  expect(stderr).not.toMatch(/\n\s+at /);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(code).toBe(1);
}

const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('workspace', () => {
  it('is created, updated and listed', async () => {
    expect(await runJson(['workspace', 'list'])).toEqual([]);
    const plain = await runJson(['workspace', 'create', '--name', 'Acme']);
    expect(plain).toEqual({
      id: expect.stringMatching(/\S/),
      name: 'Acme',
      rateLimit: 60,
      retentionDays: null,
    });
    const words = [
      'workspace',
      'create',
      '--name',
      'Große Firma',
      '--rate-limit',
      '500',
      '--retention-days',
      '30',
    ];
    const tuned = await runJson(words);
    expect(tuned).toEqual({ id: expect.any(String), name: 'Große Firma', rateLimit: 500, retentionDays: 30 });
    const change = ['workspace', 'update', plain.id, '--rate-limit', '120', '--retention-days', '365'];
    const changed = { ...plain, rateLimit: 120, retentionDays: 365 };
    expect(await runJson(change)).toEqual(changed);
    const listed = await runJson(['workspace', 'list']);
    expect(listed).toHaveLength(2);
    expect(listed).toEqual(expect.arrayContaining([changed, tuned]));
  });
});

describe('the data directory', () => {
  it('is readable for its owner alone, whoever makes it', async () => {
    await runJson(['workspace', 'create', '--name', 'Acme']);
    const names = await readdir(folder, { recursive: true });
    expect(names).toContain(join('data', 'control.sqlite'));
    for (const path of names.map((name) => join(folder, name))) {
      expect({ path, mode: (await stat(path)).mode & 0o077 }).toEqual({ path, mode: 0 });
    }
  });
});

/** As an older release, or somebody's umask, left it. */
async function openToOthers(): Promise<string[]> {
  await createWorkspace();
  const paths = (await readdir(folder, { recursive: true })).map((name) => join(folder, name));
  for (const path of paths) await chmod(path, (await stat(path)).isDirectory() ? 0o755 : 0o644);
  return paths;
}

describe('a data directory that is open to others', () => {
  it('is closed with a warning, once, and so are its files', async () => {
    const paths = await openToOthers();
    const first = await run(['workspace', 'list', '--json']);
    expect(first).toMatchObject({ code: 0, stdout: expect.stringMatching(/Acme/) });
    expect(first.stderr).toMatch(/^The data directory \S+ was open to others .*\n$/);
    for (const path of paths.filter((each) => existsSync(each))) {
      expect({ path, mode: (await stat(path)).mode & 0o077 }).toEqual({ path, mode: 0 });
    }
    expect(await run(['workspace', 'list', '--json'])).toMatchObject({ code: 0, stderr: '' });
  });

  it('is closed by the server too, which tells its log', async () => {
    await openToOthers();
    const server = await startServerProcess(environment());
    expect(server.log()).toMatch(/"level":40.*was open to others/);
    expect(await server.stop()).toBe(0);
    for (const name of await readdir(folder, { recursive: true })) {
      expect({ name, mode: (await stat(join(folder, name))).mode & 0o077 }).toEqual({ name, mode: 0 });
    }
  });

  it('is refused where it holds what is not ours, and left as it is', async () => {
    await mkdir(join(folder, 'data'));
    await writeFile(join(folder, 'data', 'thesis.txt'), 'of somebody');
    await chmod(join(folder, 'data'), 0o755);
    expectFailed(await run(['workspace', 'list']), /may be meant for others too.* FOOTFALL_DATA_DIR/);
    expect((await stat(join(folder, 'data'))).mode & 0o777).toBe(0o755);
    expect(await readdir(join(folder, 'data'))).toEqual(['thesis.txt']);
  });
});

describe('website', () => {
  it('is created and listed as the API shows it', async () => {
    const workspace = await createWorkspace();
    const words = ['website', 'create', '--workspace', workspace];
    const first = await runJson([...words, '--domain', 'example.com', '--domain', 'www.example.com']);
    expect(first).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      websiteId: expect.stringMatching(/^ff_\S{8,}$/),
      allowedDomains: ['example.com', 'www.example.com'],
      createdAt: iso,
    });
    const second = await runJson([...words, '--domain', 'example.org']);
    expect(await runJson(['website', 'list', '--workspace', workspace])).toEqual([second, first]);
    const other = await createWorkspace();
    expect(await runJson(['website', 'list', '--workspace', other])).toEqual([]);
  });
});

describe('key', () => {
  it('is shown once, listed without itself, and gone from the list when revoked', async () => {
    const workspace = await createWorkspace();
    const words = ['key', 'create', '--workspace', workspace, '--name', 'Billing'];
    const created = await runJson([...words, '--scope', 'pixel:read', '--scope', 'pixel:write']);
    expect(created).toEqual({
      id: expect.any(String),
      name: 'Billing',
      scopes: ['pixel:read', 'pixel:write'],
      key: expect.stringMatching(/^wk_[A-Za-z0-9_-]{40,}$/),
    });
    const expiring = await runJson([
      ...words,
      '--scope',
      'ai:read',
      '--expires-at',
      '2030-01-31T12:00:00+02:00',
    ]);
    const list = ['key', 'list', '--workspace', workspace];
    const listed = await runJson(list);
    const common = { name: 'Billing', lastUsedAt: null, createdAt: iso };
    expect(listed).toEqual([
      {
        ...common,
        id: expiring.id,
        prefix: expect.any(String),
        scopes: ['ai:read'],
        expiresAt: '2030-01-31T10:00:00.000Z',
      },
      {
        ...common,
        id: created.id,
        prefix: expect.any(String),
        scopes: ['pixel:read', 'pixel:write'],
        expiresAt: null,
      },
    ]);
    expect(created.key.startsWith(listed[1].prefix)).toBe(true);
    expect(listed[1].prefix.length).toBeLessThan(16);
    const people = await run(list);
    for (const text of [JSON.stringify(listed), people.stdout]) expect(text).not.toContain(created.key);
    await runJson(['key', 'revoke', created.id]);
    expect((await runJson(list)).map(({ id }: { id: string }) => id)).toEqual([expiring.id]);
  });

  it('is printed for people too', async () => {
    const workspace = await createWorkspace();
    const words = ['key', 'create', '--workspace', workspace, '--name', 'Billing', '--scope', 'pixel:read'];
    const { code, stdout, stderr } = await run(words);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/wk_[A-Za-z0-9_-]{40,}/);
  });
});

describe('user', () => {
  async function readPasswordHash(): Promise<string> {
    const control = await openControl({ sqlitePath: join(folder, 'data', 'control.sqlite') });
    const row = await control.db.selectFrom('users').select('password_hash').executeTakeFirstOrThrow();
    await control.close();
    return row.password_hash;
  }

  it('takes the password from standard input and never prints it', async () => {
    const workspace = await createWorkspace();
    const password = 'correct horse battery';
    const words = ['user', 'create', '--workspace', workspace, '--email', 'Ada@Example.com'];
    const user = await runJson(words, `${password}\n`);
    expect(user).toMatchObject({ id: expect.any(String), email: 'ada@example.com' });
    expect(JSON.stringify(user)).not.toContain('correct horse');
    expect(await verifyPassword(await readPasswordHash(), password)).toBe(true);
  });

  it.each([
    ['takes the first line', 'correct horse battery\n'],
    ['makes a password when nothing comes', ''],
  ])('%s where standard input stays open', async (_, input) => {
    const workspace = await createWorkspace();
    const words = ['user', 'create', '--workspace', workspace, '--email', 'ada@example.com', '--json'];
    const { code, stdout } = await runCli(words, environment(), input, { leavesOpen: true });
    expect(code).toBe(0);
    const password = JSON.parse(stdout).password ?? input.trim();
    expect(await verifyPassword(await readPasswordHash(), password)).toBe(true);
  });

  it('keeps the password of somebody who had one, and says so', async () => {
    const at = async () => ['--workspace', await createWorkspace(), '--email', 'ada@example.com'];
    await run(['user', 'create', ...(await at())], 'correct horse battery\n');
    const { stdout } = await run(['user', 'create', ...(await at())], 'another password\n');
    expect(stdout).toMatch(/their password stays.*user reset-password/);
    expect(await verifyPassword(await readPasswordHash(), 'correct horse battery')).toBe(true);
  });

  it('gets a generated password that is printed once', async () => {
    const workspace = await createWorkspace();
    const user = await runJson(['user', 'create', '--workspace', workspace, '--email', 'ada@example.com']);
    expect(user.password).toMatch(/^\S{16,}$/);
    expect(await verifyPassword(await readPasswordHash(), user.password)).toBe(true);
  });

  it('is listed, and gets a link or a new password', async () => {
    const workspace = await createWorkspace();
    const email = 'ada@example.com';
    await runJson(['user', 'create', '--workspace', workspace, '--email', email], 'correct horse\n');
    const before = await readPasswordHash();
    expect(await runJson(['user', 'list'])).toEqual([
      {
        id: expect.any(String),
        email,
        hasTotp: false,
        createdAt: iso,
        workspaces: [{ id: workspace, name: 'Acme', role: 'owner' }],
      },
    ]);
    const reset = ['user', 'reset-password', '--email', 'ADA@example.com'];
    const offered = await runJson(reset);
    expect(offered.link).toBe(`http://127.0.0.1:8080/reset/${offered.token}`);
    expect(await readPasswordHash()).toBe(before);
    const { password } = await runJson([...reset, '--generate', '--turn-off-totp']);
    expect(await verifyPassword(await readPasswordHash(), password)).toBe(true);
    expectFailed(await run(['user', 'reset-password', '--email', 'bob@example.com']), /bob@example\.com/);
  });
});

describe('failure', () => {
  const failures: [string[], RegExp][] = [
    [['website', 'list', '--workspace', 'nowhere'], /nowhere/],
    [['website', 'create', '--workspace', 'nowhere', '--domain', 'example.com'], /nowhere/],
    [['key', 'list', '--workspace', 'nowhere'], /nowhere/],
    [['key', 'create', '--workspace', 'nowhere', '--name', 'x', '--scope', 'pixel:read'], /nowhere/],
    [['key', 'revoke', 'nothing'], /nothing/],
    [['workspace', 'update', 'nowhere', '--rate-limit', '5'], /nowhere/],
    [['user', 'create', '--workspace', 'nowhere', '--email', 'ada@example.com'], /nowhere/],
    [['user', 'create', '--workspace', 'nowhere', '--email', 'not-an-address'], /not-an-address/],
  ];

  it.each(failures)(
    'of %j goes to standard error in one sentence with exit code 1',
    async (words, reason) => {
      expectFailed(await run([...words, '--json']), reason);
    },
  );

  it('of what a workspace refuses is the same, also for people', async () => {
    const workspace = await createWorkspace();
    const website = ['website', 'create', '--workspace', workspace, '--domain', 'not a domain'];
    expectFailed(await run(website), /not a domain/);
    const user = ['user', 'create', '--workspace', workspace, '--email', 'ada@example.com'];
    expectFailed(await run(user, 'short\n'), /password/i);
  });

  it('is told of an environment that cannot be used', async () => {
    const environment = { FOOTFALL_DATA_DIR: folder, DATABASE_URL: 'mysql://user:s3cret@localhost/x' };
    const result = await runCli(['workspace', 'list', '--json'], environment);
    expectFailed(result, /DATABASE_URL/);
    expect(result.stderr).not.toContain('s3cret');
  });
});

describe('wrong usage', () => {
  const wrong: string[][] = [
    ['nonsense'],
    ['workspace'],
    ['workspace', 'destroy'],
    ['workspace', 'create'],
    ['workspace', 'create', '--name'],
    ['workspace', 'create', '--name', ''],
    ['workspace', 'create', '--name', 'x', '--rate-limit', '0'],
    ['workspace', 'create', '--name', 'x', '--rate-limit', 'many'],
    ['workspace', 'create', '--name', 'x', '--retention-days', '-1'],
    ['workspace', 'create', '--name', 'x', '--colour', 'red'],
    ['workspace', 'create', 'x', '--name', 'x'],
    ['workspace', 'update', '--rate-limit', '5'],
    ['workspace', 'update', 'some-id'],
    ['website', 'create', '--workspace', 'some-id'],
    ['website', 'list'],
    ['key', 'create', '--workspace', 'some-id', '--name', 'x'],
    ['key', 'create', '--workspace', 'x', '--name', 'x', '--scope', 'foo'],
    ['key', 'create', '--workspace', 'x', '--name', 'x', '--scope', 'pixel:read', '--scope', ''],
    ['key', 'create', '--workspace', 'x', '--name', 'x', '--scope', 'pixel:read', '--expires-at', 'soon'],
    ['key', 'revoke'],
    ['user', 'create', '--workspace', 'some-id'],
    ['serve', 'now'],
  ];

  it.each(wrong.map((words) => [words]))('%j is told on standard error with exit code 2', async (words) => {
    const { code, stdout, stderr } = await run([...words, '--json']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/\S/);
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  it('of a scope that there is not names those that there are', async () => {
    const { stderr } = await run(['key', 'create', '--workspace', 'x', '--name', 'x', '--scope', 'foo']);
    expect(stderr).toContain('--scope must be one of pixel:read, pixel:write, ai:read, not "foo".');
  });

  it('of no words at all is code 2, and asking for help is no error', async () => {
    expect((await run([])).code).toBe(2);
    const help = await run(['--help']);
    expect(help.code).toBe(0);
    for (const name of ['serve', 'workspace create', 'website list', 'key revoke', 'user create']) {
      expect(help.stdout).toContain(name);
    }
  });

  it('of one command tells about that command, and of serve every setting', async () => {
    const help = await run(['serve', '--help']);
    expect(help).toMatchObject({ code: 0, stderr: '' });
    for (const { variable } of Object.values(settings)) expect(help.stdout).toContain(`  ${variable} (`);
    expect(help.stdout).toContain('PORT (8080)');
    const other = await run(['key', 'create', '--help']);
    expect(other).toMatchObject({ code: 0, stderr: '' });
    expect(other.stdout).toContain('footfall key create');
    expect(other.stdout).not.toContain('footfall serve');
  });
});

describe('--version', () => {
  it.each([[['--version']], [['--version', '--json']]])('as %j prints the release', async (words) => {
    const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    const { code, stdout, stderr } = await run(words);
    const printed = words.includes('--json')
      ? JSON.stringify({ version: manifest.version })
      : manifest.version;
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: `${printed}\n`, stderr: '' });
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('annotate', () => {
  const words = async () => {
    const workspace = await createWorkspace();
    const website = await runJson(['website', 'create', '--workspace', workspace, '--domain', 'a.example']);
    return { workspace, website, base: ['annotate', '--workspace', workspace, '--note', 'Released 2.4'] };
  };

  it('puts a note at this moment, at another, or at a day, by either id of the website', async () => {
    const { website, base } = await words();
    const now = await runJson([...base, '--website', website.websiteId]);
    expect(now).toEqual({
      id: expect.any(String),
      website_id: website.id,
      day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      at: iso,
      note: 'Released 2.4',
      author: 'footfall annotate',
      created_at: iso,
      updated_at: iso,
    });
    const at = ['--website', website.id, '--at', '2026-03-01T12:00:00+01:00', '--author', 'CI'];
    expect(await runJson([...base, ...at])).toMatchObject({
      day: '2026-03-01',
      at: '2026-03-01T11:00:00.000Z',
      author: 'CI',
    });
    const day = await runJson([...base, '--website', website.id, '--at', '2026-03-01']);
    expect(day).toMatchObject({ day: '2026-03-01', at: null });
    const { stdout } = await run([...base, '--website', website.id, '--at', '2026-03-01']);
    expect(stdout).toBe('Noted at 2026-03-01: Released 2.4\n');
  });

  it('says what is wrong', async () => {
    const { workspace, website, base } = await words();
    const elsewhere = await createWorkspace();
    expectFailed(await run([...base, '--website', 'ff_nothing']), /no website with the id "ff_nothing"/);
    const foreign = ['annotate', '--workspace', elsewhere, '--website', website.id, '--note', 'x'];
    expectFailed(await run(foreign), /no website with the id/);
    expectFailed(await run([...foreign.with(2, 'nothing')]), /no workspace with the id "nothing"/);
    const wrong: [string[], RegExp][] = [
      [[...base, '--website', website.id, '--at', 'soon'], /--at must be ISO-8601/],
      [[...base, '--website', website.id, '--at', '2026-02-30'], /--at must be ISO-8601/],
      [['annotate', '--workspace', workspace, '--website', website.id], /--note is required/],
      [['annotate', '--workspace', workspace, '--website', website.id, '--note', ' '], /--note must have/],
    ];
    for (const [given, reason] of wrong) {
      const { code, stdout, stderr } = await run(given);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(reason);
    }
  });
});
