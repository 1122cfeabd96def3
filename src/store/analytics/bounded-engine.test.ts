import { describe, expect, it } from 'vitest';
import type { AnalyticsEngine, Answer } from './analytics-engine.ts';
import { boundEngine } from './bounded-engine.ts';
import { EngineUnavailable, QueryCancelled } from './engine-errors.ts';
import { bind, type Sql, sql } from './sql.ts';

type Asked = { question: Sql; signal: AbortSignal; answer(value: number): void; fail(error: Error): void };

function buildAnswer(value: number): Answer {
  return { rows: [{ value }], statistics: { elapsed: null, rows_read: null, bytes_read: null } };
}

/** An engine that answers when it is told to. */
function createEngine({ reportsAtOnce = 4, reportTimeoutMs = 60_000 } = {}) {
  const asked: Asked[] = [];
  const no = () => Promise.reject(new Error('not asked for here'));
  const inner: AnalyticsEngine = {
    query: (question, { signal }) =>
      new Promise((resolve, reject) => {
        asked.push({ question, signal, answer: (value) => resolve(buildAnswer(value)), fail: reject });
      }),
    store: async () => undefined,
    async *stream() {
      yield [{ value: 1 }];
    },
    openSources: no,
    removeConversions: async () => 3,
    findTransactions: no,
    removePayments: async () => undefined,
    removeWebsite: () => Promise.reject(new Error('no')),
    removePerson: async () => ({ hits: 0, conversions: 0, payments: 0, identities: 0 }),
    removeOldest: async () => ({ rows: 0, isDone: true }),
    rewrite: async () => ({ cleanInMs: 0 }),
    isReachable: async () => true,
    close: async () => undefined,
  };
  const engine = boundEngine(inner, { dialect: 'duckdb', reportsAtOnce, reportTimeoutMs });
  const ask = (question: Sql, signal = new AbortController().signal, workspaceId = 'w') =>
    engine.query(question, { workspaceId, signal });
  return { engine, asked, ask };
}

/** Lets all promises that are due settle. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
const website = { workspaceId: 'w', websiteId: 'ff_site' };

describe('questions', () => {
  it('that are the same are asked once while one is under way', async () => {
    const { asked, ask } = createEngine();
    const same = () => sql`SELECT ${bind.text('a')}`;
    const answers = [ask(same()), ask(same()), ask(sql`SELECT ${bind.text('b')}`)];
    await settled();
    expect(asked).toHaveLength(2);
    asked[0]?.answer(1);
    asked[1]?.answer(2);
    expect((await Promise.all(answers)).map(({ rows }) => rows[0]?.value)).toEqual([1, 1, 2]);
  });

  it('are asked anew after a change, also one of which nobody knows whether it happened', async () => {
    const { engine, asked, ask } = createEngine({ reportsAtOnce: 9 });
    const changes = [
      () => engine.store({ name: 'n', source: 's', rows: {} }),
      () => engine.removeConversions(website, {}),
      () => engine.removePayments(website, {}, 1),
      () => expect(engine.removeWebsite(website)).rejects.toThrow('no'),
    ];
    const answers = [ask(sql`SELECT 1`)];
    for (const change of changes) {
      await change();
      answers.push(ask(sql`SELECT 1`));
    }
    await settled();
    expect(asked).toHaveLength(5);
    for (const each of asked) each.answer(1);
    await Promise.all(answers);
  });

  it('wait while so many others are under way', async () => {
    const { asked, ask } = createEngine({ reportsAtOnce: 1 });
    const answers = [ask(sql`SELECT 1`), ask(sql`SELECT 2`)];
    await settled();
    expect(asked).toHaveLength(1);
    asked[0]?.fail(new Error('no'));
    await expect(answers[0]).rejects.toThrow('no');
    await settled();
    expect(asked).toHaveLength(2);
    asked[1]?.answer(2);
    await answers[1];
  });

  it('that take too long are cancelled, and their place is free when the engine let go of them', async () => {
    const { asked, ask } = createEngine({ reportsAtOnce: 1, reportTimeoutMs: 200 });
    await expect(ask(sql`SELECT 1`)).rejects.toThrow(EngineUnavailable);
    expect(asked[0]?.signal.aborted).toBe(true);
    const next = ask(sql`SELECT 2`);
    await settled();
    expect(asked).toHaveLength(1);
    asked[0]?.fail(new QueryCancelled());
    await settled();
    expect(asked).toHaveLength(2);
    asked[1]?.answer(2);
    expect((await next).rows).toEqual([{ value: 2 }]);
  });

  it('that nobody waits for any more are cancelled', async () => {
    const { asked, ask } = createEngine();
    const leaving = new AbortController();
    const answer = ask(sql`SELECT 1`, leaving.signal);
    await settled();
    leaving.abort();
    await expect(answer).rejects.toThrow(QueryCancelled);
    expect(asked[0]?.signal.aborted).toBe(true);
    asked[0]?.fail(new QueryCancelled());
  });
});

describe('workspaces', () => {
  const { signal } = new AbortController();

  it('have a place each, also while another asks for far more than there is', async () => {
    const { asked, ask } = createEngine({ reportsAtOnce: 4 });
    const greedy = Array.from({ length: 40 }, (_, n) => ask(sql`SELECT ${bind.text(String(n))}`));
    const modest = ask(sql`SELECT 'overview'`, signal, 'other');
    await settled();
    expect(asked).toHaveLength(4);
    asked[3]?.answer(7);
    expect((await modest).rows).toEqual([{ value: 7 }]);
    for (let n = 0; n < asked.length; n += 1) {
      asked[n]?.answer(1);
      await settled();
    }
    await Promise.all(greedy);
  });

  it('share no question, so that none waits in the queue of another', async () => {
    const { asked, ask } = createEngine();
    const answers = [ask(sql`SELECT 1`), ask(sql`SELECT 1`, signal, 'other')];
    await settled();
    expect(asked).toHaveLength(2);
    for (const each of asked) each.answer(1);
    await Promise.all(answers);
  });

  it('have a place each for exports too, until the last row or whoever reads goes away', async () => {
    const { engine } = createEngine({ reportsAtOnce: 2 });
    const open = (workspaceId: string) =>
      engine.stream(sql`SELECT 1`, { workspaceId, signal })[Symbol.asyncIterator]();
    const first = open('w');
    await first.next();
    const second = open('w').next();
    const other = open('other');
    expect((await other.next()).value).toEqual([{ value: 1 }]);
    await other.return?.();
    expect(await Promise.race([second, settled()])).toBeUndefined();
    await first.next();
    expect((await second).value).toEqual([{ value: 1 }]);
  });
});

it('the rest passes through', async () => {
  const { engine } = createEngine();
  expect(await engine.isReachable()).toBe(true);
  expect(await engine.removeConversions(website, {})).toBe(3);
});
