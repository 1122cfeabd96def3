import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openLocalEngine } from './local-engine.ts';
import { type Database, logOf, openDatabase, sizeOfLog } from './open-database.ts';

async function makePath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-database-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'analytics.duckdb');
}

const optionsFor = (path: string) => ({
  path,
  memoryLimitMb: 256,
  temporaryDirectory: `${path}-temp`,
  temporaryLimitMb: 256,
});

const open = (path: string): Promise<Database> => openDatabase(optionsFor(path));

async function addDrops({ writer }: Database, count: number): Promise<void> {
  await writer.run(`
    INSERT INTO drops
    SELECT 'workspace', 'website', TIMESTAMP '2024-03-01', n, 'bot', md5(CAST(n AS VARCHAR)), 1 FROM range(${count}) AS made(n)`);
}

async function countDrops({ writer }: Database): Promise<number> {
  const rows = await writer.runAndReadAll('SELECT count(*) AS drops FROM drops');
  return Number(rows.getRowObjectsJson()[0]?.drops);
}

it('brings a short log into the file when it is closed', async () => {
  const path = await makePath();
  const database = await open(path);
  await addDrops(database, 10);
  expect(await sizeOfLog(path)).toBeGreaterThan(0);
  await database.close();
  expect(existsSync(logOf(path))).toBe(false);
});

async function leaveLongLog(path: string): Promise<number> {
  const database = await open(path);
  // What is written at once goes into the file at once.
  for (let part = 0; part < 10; part += 1) await addDrops(database, 25_000);
  const bytes = await sizeOfLog(path);
  await database.close();
  return bytes;
}

it('leaves a long log for the next start, which has all of it', async () => {
  const path = await makePath();
  const bytes = await leaveLongLog(path);
  expect(await sizeOfLog(path)).toBe(bytes);
  const again = await open(path);
  expect(await countDrops(again)).toBe(250_000);
  await again.close();
});

it('has a long log in the file soon after the start', async () => {
  const path = await makePath();
  await leaveLongLog(path);
  const engine = await openLocalEngine(optionsFor(path));
  await expect.poll(() => sizeOfLog(path), { timeout: 30_000 }).toBe(0);
  await engine.close();
});
