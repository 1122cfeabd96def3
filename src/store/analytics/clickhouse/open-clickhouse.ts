/**
 * ClickHouse behind the port: one server, or a cluster. What lives in this folder: all that is ClickHouse's own, which
 * is its schema, which days are settled and which are not, and how rows are inserted once and deleted. What must not:
 * what visits, pages and credits mean, which definitions/ say for every engine.
 */
import type { Clock } from '../../../contract/clock.ts';
import type { Log } from '../../../contract/log.ts';
import type { Lease } from '../../control/lease.ts';
import type { AnalyticsEngine } from '../analytics-engine.ts';
import { findRewriteSettings } from './needless-rewrites.ts';
import { connectNodes, type Nodes, type NodesOptions } from './nodes.ts';
import { findDays } from './open-days.ts';
import { removeOldest } from './remove-oldest.ts';
import { removePerson } from './remove-person.ts';
import { createRecordRemoval } from './remove-records.ts';
import { rewriteParts } from './rewrite-parts.ts';
import type { Layout } from './schema/layout.ts';
import { migrate } from './schema/migrate.ts';
import { type Migration, migrations } from './schema/migrations.ts';
import type { ReportBounds } from './settings.ts';
import type { FailedDay } from './settle/failed-days.ts';
import { startSettler } from './settle/settler.ts';
import { buildSources } from './sources.ts';
import { createStatements, findLongestWait, type Statements } from './statements.ts';
import { storeBatch } from './store-batch.ts';

export type ClickHouseOptions = ReportBounds &
  Pick<NodesOptions, 'url' | 'username' | 'password'> & {
    /** The cluster's name in the configuration of its nodes; undefined for a single server. */
    cluster?: string | undefined;
    log: Log;
    clock: Clock;
    /** Reports that are asked at once at most. */
    reportsAtOnce: number;
    /** Settles in the background, on one of several servers at a time; undefined where another process does it. */
    settling?: { lease: Lease; intervalMs: number } | undefined;
    /** Under which the schema is changed, by one of several servers at a time; undefined where there is no other. */
    migrating?: Lease | undefined;
    migrations?: readonly Migration[];
  };

export type ClickHouseEngine = AnalyticsEngine & {
  /** Settles every day that is over, however recently it changed; resolves to the number of days. */
  settleNow(): Promise<number>;
  /** Days that could not be settled: reports derive them from their records each time. */
  settlingErrors(): readonly FailedDay[];
};

const connectionsForWrites = 16;

export async function openClickHouse(options: ClickHouseOptions): Promise<ClickHouseEngine> {
  const nodes = await connectNodes({
    ...options,
    requestTimeoutMs: findLongestWait(options),
    connections: options.reportsAtOnce + connectionsForWrites,
  });
  const layout = buildLayout(options.cluster, nodes);
  try {
    await migrate(nodes.all, {
      layout,
      steps: options.migrations ?? migrations,
      lease: options.migrating ?? nobodyElse,
      log: options.log,
    });
    const planning = await findRewriteSettings(nodes);
    return buildEngine(createStatements({ ...options, nodes, layout, planning }), nodes, options);
  } catch (error) {
    await nodes.close();
    throw error;
  }
}

function buildLayout(cluster: string | undefined, { database, all }: Nodes): Layout {
  return cluster === undefined
    ? { kind: 'single' }
    : { kind: 'sharded', cluster, database, nodes: all.length };
}

function buildEngine(
  statements: Statements,
  nodes: Nodes,
  { clock, log, settling }: ClickHouseOptions,
): ClickHouseEngine {
  const settler = startSettler({
    statements,
    clock,
    log,
    lease: settling?.lease ?? nobodyElse,
    intervalMs: settling?.intervalMs,
  });
  return {
    store: (batch) => storeBatch(statements, batch, clock),
    openSources: async (tenant, { signal } = {}) =>
      buildSources(tenant, await findDays(statements, tenant, signal)),
    query: (question, { signal }) => statements.read(question, signal),
    stream: (question, { signal }) => statements.stream(question, signal),
    ...createRecordRemoval(statements),
    removePerson: (website, person) => removePerson(statements, website, person),
    removeOldest: (workspaceId, edge) => removeOldest(statements, workspaceId, edge),
    rewrite: () => rewriteParts(statements),
    settleNow: settler.settleNow,
    settlingErrors: settler.failedDays,
    countFailedDays: () => settler.failedDays().length,
    isReachable: statements.isReachable,
    async close() {
      await settler.stop();
      await nodes.close();
    },
  };
}

const nobodyElse: Lease = { take: async () => true, release: async () => {} };
