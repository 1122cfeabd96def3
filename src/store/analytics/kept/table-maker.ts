import { randomUUID } from 'node:crypto';
import type { ClickHouseSettings } from '@clickhouse/client';
import { concernsTableAlone, translateErrors } from '../engine-errors.ts';
import type { Nodes } from '../nodes.ts';
import type { Turns } from '../turns.ts';
import type { TableMaker } from './shared-tables.ts';

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

  return {
    async make({ text, parameters }, signal) {
      const name = `${database}.rows_${randomUUID().replaceAll('-', '')}`;
      const query_id = randomUUID();
      const stop = () => command(`KILL QUERY WHERE query_id = '${query_id}' SYNC`).catch(() => {});
      signal.addEventListener('abort', stop);
      try {
        const create = {
          query: `CREATE TABLE ${name} ENGINE = MergeTree ORDER BY tuple() AS ${text}`,
          query_params: parameters,
          use_multipart_params_auto: true,
          query_id,
          clickhouse_settings: settings,
        };
        const run = () => client.command({ ...create, abort_signal: AbortSignal.timeout(timeoutMs) });
        await inTurn(() => translateErrors(run), signal);
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
