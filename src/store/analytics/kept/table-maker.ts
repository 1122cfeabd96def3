import { randomUUID } from 'node:crypto';
import type { ClickHouseSettings } from '@clickhouse/client';
import { concernsTableAlone, translateErrors } from '../engine-errors.ts';
import type { Nodes } from '../nodes.ts';
import type { Turns } from '../turns.ts';
import type { TableMaker } from './shared-tables.ts';

const storage = 'ENGINE = MergeTree ORDER BY tuple()';
const mostKnown = 100;

/** Makes tables of rows in a database of their own, in which nothing outlives the server that made it. */
export async function createTableMaker(
  nodes: Nodes,
  settings: ClickHouseSettings,
  timeoutMs: number,
  inTurn: Turns,
): Promise<TableMaker> {
  const { client } = nodes.next();
  const database = `${nodes.database}_shared`;
  const command = (query: string) => translateErrors(() => client.command({ query }));
  await command(`DROP DATABASE IF EXISTS ${database} SYNC`);
  await command(`CREATE DATABASE ${database}`);
  // At once: the engine would otherwise hold on to the rows for minutes.
  const drop = (name: string) => command(`DROP TABLE IF EXISTS ${name} SYNC`);
  const columns = rememberColumns(nodes);

  return {
    async make({ text, parameters }, signal) {
      const name = `${database}.rows_${randomUUID().replaceAll('-', '')}`;
      const query_id = randomUUID();
      const stop = () => command(`KILL QUERY WHERE query_id = '${query_id}' SYNC`).catch(() => {});
      signal.addEventListener('abort', stop);
      try {
        const known = columns.find(text);
        const fill = {
          query: known ? `INSERT INTO ${name} ${text}` : `CREATE TABLE ${name} ${storage} AS ${text}`,
          query_params: parameters,
          use_multipart_params_auto: true,
          query_id,
          clickhouse_settings: settings,
        };
        const run = async () => {
          const abort_signal = AbortSignal.timeout(timeoutMs);
          if (known)
            await client.command({ query: `CREATE TABLE ${name} (${known}) ${storage}`, abort_signal });
          // What is called off while the table is made has no query yet that could be stopped.
          signal.throwIfAborted();
          await client.command({ ...fill, abort_signal });
        };
        await inTurn(() => translateErrors(run), signal);
        if (!known) void columns.learn(text, name);
        return name;
      } catch (error) {
        // Nobody waits for this, because an engine that hangs would not answer.
        void stop().then(() => drop(name).catch(() => {}));
        if (concernsTableAlone(error)) return undefined;
        throw error;
      } finally {
        signal.removeEventListener('abort', stop);
      }
    },
    drop: async (name) => {
      await drop(name);
    },
  };
}

/**
 * The columns that a SELECT has, from the first table that was made of it. Without them the engine plans the SELECT
 * once to find them out and once to run it.
 */
function rememberColumns(nodes: Nodes) {
  const known = new Map<string, string>();
  return {
    find: (select: string) => known.get(select),
    async learn(select: string, table: string): Promise<void> {
      try {
        const query = `DESCRIBE TABLE ${table}`;
        const answer = await nodes.next().client.query({ query, format: 'JSONEachRow' });
        const columns = await answer.json<{ name: string; type: string }>();
        if (known.size >= mostKnown) known.clear();
        known.set(select, columns.map(({ name, type }) => `${name} ${type}`).join(', '));
      } catch {
        // The next one is made like the first.
      }
    },
  };
}
