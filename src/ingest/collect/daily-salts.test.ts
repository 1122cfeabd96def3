import { expect, it } from 'vitest';
import { describeControl } from '../../../test/harness/control.ts';
import type { Control } from '../../store/control/open-control.ts';
import { createDailySalts } from './daily-salts.ts';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
const noon = Date.UTC(2026, 2, 1, 12);

async function listKept(control: Control): Promise<string[]> {
  const rows = await control.db.selectFrom('daily_salts').select('salt').orderBy('day', 'desc').execute();
  return rows.map(({ salt }) => salt);
}

describeControl('daily salts', ({ createDatabase, open }) => {
  it("are one a UTC day: today's first, then yesterday's", async () => {
    const salts = createDailySalts(await open());
    const [first, ...none] = await salts.find(noon);
    expect(none).toEqual([]);
    expect(first?.length).toBeGreaterThanOrEqual(32);
    expect(await salts.find(noon + 11 * hourMs)).toEqual([first]);
    const [second, ...before] = await salts.find(noon + 12 * hourMs);
    expect(second).not.toBe(first);
    expect(before).toEqual([first]);
  });

  it('are deleted when the day after the next begins', async () => {
    const control = await open();
    const salts = createDailySalts(control);
    const [first] = await salts.find(noon);
    const [second] = await salts.find(noon + dayMs);
    expect(await listKept(control)).toEqual([second, first]);
    const [third, ...before] = await salts.find(noon + 2 * dayMs);
    expect(before).toEqual([second]);
    expect(await listKept(control)).toEqual([third, second]);
    expect(await salts.find(noon + 9 * dayMs)).toHaveLength(1);
    expect(await listKept(control)).toHaveLength(1);
  });

  it('are deleted also while nobody asks for one', async () => {
    const control = await open();
    const salts = createDailySalts(control);
    await salts.find(noon);
    await salts.purge(noon + dayMs);
    expect(await listKept(control)).toHaveLength(1);
    await salts.purge(noon + 2 * dayMs);
    expect(await listKept(control)).toEqual([]);
    // Those in memory are gone too: the day before is not known any more.
    expect(await salts.find(noon + 2 * dayMs)).toHaveLength(1);
  });

  it('are shared by all servers on one database, also when they ask at once', async () => {
    const database = await createDatabase();
    const servers = [createDailySalts(await open(database)), createDailySalts(await open(database))];
    const found = await Promise.all(servers.flatMap((salts) => [salts.find(noon), salts.find(noon)]));
    expect(new Set(found.map((salts) => salts.join())).size).toBe(1);
    expect(found[0]).toHaveLength(1);
  });

  it('are asked for again after a failure', async () => {
    const database = await createDatabase();
    const control = await open(database);
    const broken = { ...control, db: undefined } as unknown as Control;
    const salts = createDailySalts(broken);
    await expect(salts.find(noon)).rejects.toThrow();
    broken.db = control.db;
    expect(await salts.find(noon)).toHaveLength(1);
  });
});
