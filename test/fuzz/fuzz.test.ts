/**
 * Requests at random to every address of the server, made from what the addresses declare. `npm run test:fuzz` sends many
 * more of them; FOOTFALL_TEST_SEED repeats a run, FOOTFALL_TEST_FUZZ_ON names the one database to run it on.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { chooseSeed } from '../faults/seeded-random.ts';
import { startPostgres } from '../harness/postgres.ts';
import { type FuzzResult, runFuzz } from './run-fuzz.ts';

const given = process.env.FOOTFALL_TEST_FUZZ;
const isLong = given !== undefined;
/** On each database. */
const requests = Number(given ?? 2_500);
const databases = process.env.FOOTFALL_TEST_FUZZ_ON?.split(',') ?? ['SQLite', 'PostgreSQL'];
const mostStallMs = 200;
/** What a change breaks must show by the change and not by the day: new requests are for the long form. */
const usualSeed = Number(process.env.FOOTFALL_TEST_SEED ?? 2_026);
const patience = { timeout: isLong ? 6 * 3_600_000 : 900_000 };

it.each(databases)('answers whatever is asked, on %s', patience, async (database) => {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-fuzz-'));
  const postgres = database === 'PostgreSQL' ? await startPostgres() : undefined;
  try {
    const postgresUrl = await postgres?.createDatabase();
    const seed = isLong ? chooseSeed() : usualSeed;
    const result = await runFuzz({
      folder,
      environment: postgresUrl ? { DATABASE_URL: postgresUrl } : {},
      control: postgresUrl ? { postgresUrl } : { sqlitePath: join(folder, 'data', 'control.sqlite') },
      requests,
      seed,
    });
    process.stdout.write(`${describe(database, seed, result)}\n`);
    expect(result.faults).toEqual([]);
    expect(result.sent).toBeGreaterThanOrEqual(requests);
    // What a busy machine does to the clock says nothing of the program, so that the time on a processor is looked at, and
    // in the long form alone.
    if (isLong) expect(result.stalls.filter(({ cpuMs }) => cpuMs > mostStallMs)).toEqual([]);
    if (isLong) expect(result.unasked).toEqual([]);
  } finally {
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

function describe(
  database: string,
  seed: number,
  { sent, statuses, targets, unasked, stalls }: FuzzResult,
): string {
  const [worst] = stalls;
  const longest = Math.max(0, ...stalls.map(({ wallMs }) => wallMs));
  return [
    `fuzz on ${database}, seed ${seed}: ${sent} requests to ${targets - unasked.length} of ${targets} addresses`,
    `statuses ${JSON.stringify(statuses)}`,
    `longest stall ${Math.round(longest)} ms on the clock, ${Math.round(worst?.cpuMs ?? 0)} ms by its thread`,
  ].join('; ');
}
