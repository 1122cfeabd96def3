/** A ClickHouse of the tests: a real server, out of the library that the package chdb brings, as a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findClickHouse } from '../capabilities.ts';
import { findQuietPort } from '../quiet-port.ts';
import {
  buildAuthorization,
  buildServerConfig,
  buildUsersConfig,
  createPassword,
  type EnginePorts,
  engineUser,
} from './engine-config.ts';

export type EngineOptions = {
  /** What it stores there, an engine that is started later finds again. */
  directory: string;
  ports?: EnginePorts;
  password?: string;
  /** The content of a `<clickhouse>` element, merged over the configuration. */
  extraConfig?: string;
};

export type Engine = {
  /** For CLICKHOUSE_URL: the login is in it. */
  url: string;
  /** With SIGKILL: nobody reads any more what is in it, and to put it in order takes a second. */
  kill(): Promise<void>;
};

/** Beside this file in the source tree, beside the bundle of a program. */
const childFile = fileURLToPath(new URL('./engine-child.cjs', import.meta.url));
const pingIntervalMs = 20;
const patienceMs = 120_000;
const keptCharacters = 4000;

export async function startEngine({
  directory,
  ports,
  password = createPassword(),
  extraConfig = '',
}: EngineOptions): Promise<Engine> {
  const { http, tcp } = ports ?? { http: await findQuietPort(), tcp: undefined };
  const configFile = await writeConfiguration(directory, { http, tcp }, password, extraConfig);
  const child = spawnEngine(directory, configFile, tcp === undefined ? ['HTTP'] : ['HTTP', 'TCP']);
  const lastWords = keepLastWords(child);
  const closed = once(child, 'close');
  const kill = async () => {
    child.kill('SIGKILL');
    await closed;
  };
  try {
    await untilReady(child, http, password);
  } catch (error) {
    await kill();
    throw new Error(`A ClickHouse of the tests did not start: ${lastWords()}`, { cause: error });
  }
  void closed.then(([code, signal]) => {
    if (signal === 'SIGKILL') return;
    process.stderr.write(`A ClickHouse of the tests ended with ${signal ?? code}: ${lastWords()}\n`);
  });
  return { url: `http://${engineUser}:${password}@127.0.0.1:${http}`, kill };
}

/** Returns the file that names all the others. */
async function writeConfiguration(
  directory: string,
  ports: EnginePorts,
  password: string,
  extraConfig: string,
): Promise<string> {
  const merged = join(directory, 'config.d');
  await mkdir(merged, { recursive: true, mode: 0o700 });
  const [configFile, usersFile] = [join(directory, 'config.xml'), join(directory, 'users.xml')];
  await writeFile(configFile, buildServerConfig(ports, usersFile, password));
  await writeFile(usersFile, buildUsersConfig(password));
  await writeFile(join(merged, 'extra.xml'), `<clickhouse>${extraConfig}</clickhouse>\n`);
  return configFile;
}

function spawnEngine(directory: string, configFile: string, listeners: readonly string[]): ChildProcess {
  const source = findClickHouse();
  if (source?.kind !== 'library') throw new Error('This machine has no library of ClickHouse.');
  const data = `--path=${join(directory, 'data')}/`;
  return spawn(
    process.execPath,
    [childFile, source.path, listeners.join(','), `--config-file=${configFile}`, data],
    // Nothing of our environment: the engine looks for credentials and settings of its own in it. Its standard input
    // ends with this process, and so does it.
    { cwd: directory, env: { TZ: 'UTC' }, stdio: ['pipe', 'ignore', 'pipe'] },
  );
}

function keepLastWords(child: ChildProcess): () => string {
  let words = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-keptCharacters);
  });
  return () => words.trim();
}

async function untilReady(child: ChildProcess, port: number, password: string): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!(await answers(port, password))) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('It ended.');
    if (Date.now() > deadline) throw new Error('It does not answer.');
    await sleep(pingIntervalMs);
  }
}

/** To our login, so that no other program on the port is taken for this engine. */
async function answers(port: number, password: string): Promise<boolean> {
  const headers = { authorization: buildAuthorization(password) };
  try {
    const { ok } = await fetch(`http://127.0.0.1:${port}/?query=SELECT+1`, { headers });
    return ok;
  } catch {
    return false;
  }
}
