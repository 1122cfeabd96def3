import { beforeEach, describe, expect, it } from 'vitest';
import { QueryCancelled } from '../engine-errors.ts';
import { bind, SharedRows, sql } from '../sql.ts';
import { createSharedTables, type SharedTableOptions, type SharedTables } from './shared-tables.ts';

const signal = new AbortController().signal;
const workspaceId = 'w';

function rowsOf(name: string, ...websiteIds: string[]): SharedRows {
  const made = sql`SELECT ${bind.string(name)}`;
  return new SharedRows({ made, columns: sql`1`, which: sql`1`, alone: made, workspaceId, websiteIds });
}

let made: string[];
let dropped: string[];
let finish: (() => void)[];
let tables: SharedTables;

/** Tables are made when the test says so. */
function openTables(options?: SharedTableOptions): void {
  const make = (parameters: Record<string, unknown>, cancelled: AbortSignal) =>
    new Promise<string>((resolve, reject) => {
      const name = `${parameters.p0}${made.length + 1}`;
      made.push(name);
      finish.push(() => resolve(name));
      cancelled.addEventListener('abort', () => reject(new QueryCancelled()));
    });
  tables = createSharedTables(
    {
      make: ({ parameters }, cancelled) => make(parameters, cancelled),
      drop: async (name) => {
        dropped.push(name);
      },
    },
    options,
  );
}

beforeEach(() => {
  [made, dropped, finish] = [[], [], []];
  openTables();
});

const finishAll = () => {
  for (const each of finish.splice(0)) each();
};

const askOnce = (rows: SharedRows) => tables.use([rows], signal, async (nameOf) => nameOf(rows));

async function askAndFinish(rows: SharedRows): Promise<string | undefined> {
  const used = askOnce(rows);
  finishAll();
  return used;
}

async function askTwice(rows: SharedRows): Promise<string | undefined> {
  await askOnce(rows);
  return askAndFinish(rows);
}

const change = (websiteId: string) =>
  tables.addRecords([{ workspaceId, websiteId, part: 'traffic', day: '2026-03-01' }]);

describe('rows that many statements read', () => {
  it('are worked out by the first question itself, however often it names them', async () => {
    const [one, other] = [rowsOf('a', 'x'), rowsOf('a', 'x')];
    expect(await tables.use([one, other], signal, async (nameOf) => [one, other].map(nameOf))).toEqual([
      undefined,
      undefined,
    ]);
    expect(made).toEqual([]);
  });

  it('are made for the first question too where that is wanted', async () => {
    openTables({ madeAtOnce: true });
    expect(await askAndFinish(rowsOf('a', 'x'))).toBe('a1');
  });

  it('are made once, for those who ask while they are made and afterwards', async () => {
    await askOnce(rowsOf('a', 'x'));
    const [one, other] = [rowsOf('a', 'x'), rowsOf('a', 'x')];
    const both = [one, other].map(askOnce);
    finishAll();
    expect(await Promise.all(both)).toEqual(['a1', 'a1']);
    expect(await askAndFinish(rowsOf('a', 'x'))).toBe('a1');
    expect(made).toEqual(['a1']);
    expect(dropped).toEqual([]);
  });

  it('are made anew after a change of one of their websites', async () => {
    await askTwice(rowsOf('a', 'x', 'y'));
    change('z');
    expect(await askAndFinish(rowsOf('a', 'x', 'y'))).toBe('a1');
    change('y');
    await expect.poll(() => dropped).toEqual(['a1']);
    expect(await askTwice(rowsOf('a', 'x', 'y'))).toBe('a2');
  });

  it('are not given to whoever asks after a change that came while they were made', async () => {
    await askOnce(rowsOf('a', 'x'));
    const before = askOnce(rowsOf('a', 'x'));
    change('x');
    const after = [askOnce(rowsOf('a', 'x')), askOnce(rowsOf('a', 'x'))];
    finishAll();
    expect(await before).toBe('a1');
    expect(await Promise.all(after)).toEqual([undefined, 'a2']);
    await expect.poll(() => dropped).toEqual(['a1']);
  });

  it('stay for whoever reads them while they are changed', async () => {
    await askOnce(rowsOf('a', 'x'));
    let droppedMeanwhile: readonly string[] = ['unknown'];
    const reading = tables.use([rowsOf('a', 'x')], signal, async () => {
      tables.forget();
      await new Promise((resolve) => setTimeout(resolve, 20));
      droppedMeanwhile = [...dropped];
    });
    finishAll();
    await reading;
    expect(droppedMeanwhile).toEqual([]);
    await expect.poll(() => dropped).toEqual(['a1']);
  });

  it('are called off when nobody waits for them any more, and made anew for the next', async () => {
    await askOnce(rowsOf('a', 'x'));
    const [first, second] = [new AbortController(), new AbortController()];
    const waiting = [first, second].map((each) =>
      tables.use([rowsOf('a', 'x')], each.signal, async () => 'answer'),
    );
    first.abort();
    await expect(waiting[0]).rejects.toThrow(QueryCancelled);
    expect(made).toEqual(['a1']);
    second.abort();
    await expect(waiting[1]).rejects.toThrow(QueryCancelled);
    expect(await askTwice(rowsOf('a', 'x'))).toBe('a2');
  });

  it('are dropped for others once there are many', async () => {
    openTables({ mostTables: 2 });
    for (const name of ['a', 'b', 'a', 'c']) await askTwice(rowsOf(name, 'x'));
    await expect.poll(() => dropped).toEqual(['b2']);
    expect(await askAndFinish(rowsOf('a', 'x'))).toBe('a1');
  });
});
