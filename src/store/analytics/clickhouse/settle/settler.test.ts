import { describe, expect, it } from 'vitest';
import { EngineUnavailable } from '../../engine-errors.ts';
import { renderSql, type Sql, sql } from '../../sql.ts';
import { clickhouseDialect, parameterValues } from '../clickhouse-dialect.ts';
import type { Statements } from '../statements.ts';
import { startSettler } from './settler.ts';

/** A server that knows days of websites, and fails to derive anything of some of them. */

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const statistics = { elapsed: null, rows_read: null, bytes_read: null };

type Server = { failing: Set<string>; isReachable: boolean; settled: string[]; statements: Statements };

function buildServer(websites: readonly string[]): Server {
  const write = (statement: Sql) => {
    const { text, parameters } = renderSql(statement, clickhouseDialect);
    return { text, named: JSON.stringify(parameterValues(parameters)) };
  };
  const server: Server = {
    failing: new Set(),
    isReachable: true,
    settled: [],
    statements: {
      async read(question) {
        if (!write(question).text.includes('FROM revisions')) return { rows: [], statistics };
        const rows = websites.map((website_id) => ({
          workspace_id: 'w',
          website_id,
          part: 'traffic',
          date: '2024-03-01',
          revision: '1',
        }));
        return { rows: rows.filter(({ website_id }) => !server.settled.includes(website_id)), statistics };
      },
      async derive(statement) {
        const { text, named } = write(statement);
        const failing = [...server.failing].find((website) => named.includes(`"${website}"`));
        if (failing) throw new EngineUnavailable(`no memory for ${failing}`);
        if (!text.includes('INTO settlements')) return;
        server.settled.push(...websites.filter((website) => named.includes(`"${website}"`)));
      },
      change: async () => {},
      insert: async () => {},
      async *stream() {},
      stored: () => sql`stored`,
      isReachable: async () => server.isReachable,
    },
  };
  return server;
}

function buildLease() {
  const lease = {
    isTaken: false,
    async take() {
      lease.isTaken = true;
      return true;
    },
    async release() {
      lease.isTaken = false;
    },
  };
  return lease;
}

function start(server: Server) {
  const lease = buildLease();
  const { statements } = server;
  const settler = startSettler({ statements, clock: () => 7, log: silent, lease, intervalMs: undefined });
  return { settler, lease };
}

const websites = Array.from({ length: 9 }, (_, n) => `ff_${n}`);

describe('settling', () => {
  it('settles all days but those that fail, which it names until they succeed', async () => {
    const server = buildServer(websites);
    server.failing.add('ff_3').add('ff_8');
    const { settler, lease } = start(server);
    expect(await settler.settleNow()).toBe(7);
    expect(server.settled.toSorted()).toEqual(websites.filter((name) => !server.failing.has(name)));
    const failure = { workspaceId: 'w', day: '2024-03-01', part: 'traffic', at: 7 };
    expect(settler.failedDays()).toEqual([
      { ...failure, websiteId: 'ff_3', message: expect.stringContaining('no memory for ff_3') },
      { ...failure, websiteId: 'ff_8', message: expect.stringContaining('no memory for ff_8') },
    ]);
    expect(lease.isTaken).toBe(false);

    server.failing.clear();
    expect(await settler.settleNow()).toBe(2);
    expect(settler.failedDays()).toEqual([]);
    await settler.stop();
  });

  it('gives up where the server is away, and has no lease then', async () => {
    const server = buildServer(websites);
    server.failing.add('ff_0');
    server.isReachable = false;
    const { settler, lease } = start(server);
    await expect(settler.settleNow()).rejects.toThrow('no memory for ff_0');
    expect(lease.isTaken).toBe(false);
    expect(settler.failedDays()).toEqual([]);
    await settler.stop();
  });

  it('leaves a failed day alone for longer each time, others not', async () => {
    const server = buildServer(websites.slice(0, 2));
    server.failing.add('ff_1');
    let now = 0;
    const lease = buildLease();
    const { statements } = server;
    const settler = startSettler({ statements, clock: () => now, log: silent, lease, intervalMs: 1 });
    const tried = async () => {
      await expect.poll(() => settler.failedDays()[0]?.at).toBe(now);
      return settler.failedDays()[0]?.at;
    };
    expect(await tried()).toBe(0);
    expect(server.settled).toEqual(['ff_0']);
    now = 59_000;
    await expect(tried()).rejects.toThrow();
    now = 61_000;
    expect(await tried()).toBe(61_000);
    now = 161_000;
    await expect(tried()).rejects.toThrow();
    now = 182_000;
    expect(await tried()).toBe(182_000);
    await settler.stop();
  });
});
