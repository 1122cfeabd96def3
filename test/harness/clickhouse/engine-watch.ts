/** Looks into a real engine from outside: which queries it works on, and how many it has answered. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';

export type EngineWatch = {
  /** Queries under way whose text has this in it. */
  underWay(text: string): Promise<number>;
  untilUnderWay(text: string, holds: (count: number) => boolean): Promise<void>;
  untilNoTemporaryTables(): Promise<void>;
  /** Since the engine started. */
  countEvents(event: string): Promise<number>;
  command(statement: string): Promise<void>;
  close(): Promise<void>;
};

const patienceMs = 20_000;

async function until(
  look: () => Promise<number>,
  holds: (count: number) => boolean,
  words: string,
): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const count = await look();
    if (holds(count)) return;
    if (Date.now() > deadline) throw new Error(`Still ${count} ${words}.`);
    await sleep(10);
  }
}

/** `url` has the login in it. */
export function watchEngine(url: string): EngineWatch {
  const { origin, username, password } = new URL(url);
  const client = createClient({
    url: origin,
    username,
    password,
    keep_alive: { idle_socket_ttl: 500 },
    log: { level: ClickHouseLogLevel.OFF },
  });

  async function readNumber(query: string, value: string): Promise<number> {
    const answer = await client.query({ query, query_params: { value }, format: 'JSONEachRow' });
    const [row] = await answer.json<{ found: string }>();
    return Number(row?.found ?? 0);
  }

  const underWay = (text: string) =>
    readNumber(
      `SELECT count() AS found FROM system.processes
        WHERE position(query, {value:String}) > 0 AND position(query, 'system.processes') = 0`,
      text,
    );

  return {
    underWay,
    untilUnderWay: (text, holds) => until(() => underWay(text), holds, 'queries are under way'),
    untilNoTemporaryTables: () =>
      until(
        () =>
          readNumber(
            'SELECT uniqExact(table) AS found FROM system.parts WHERE active AND database = {value:String}',
            '_temporary_and_external_tables',
          ),
        (count) => count === 0,
        'temporary tables are there',
      ),
    countEvents: (event) =>
      readNumber('SELECT sum(value) AS found FROM system.events WHERE event = {value:String}', event),
    async command(statement) {
      await client.command({ query: statement });
    },
    close: () => client.close(),
  };
}
