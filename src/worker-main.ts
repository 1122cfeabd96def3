/**
 * The process beside the server: it moves what was accepted from the spool into the engine, and it holds the engine where
 * that is inside the product. Started by src/store/analytics/duckdb/process/, which also restarts it.
 */
import { systemClock } from './contract/clock.ts';
import { createClaims } from './ingest/claims.ts';
import { createRemoteLog, type DrainRequest, serveDrain, type ToDrain } from './ingest/drain-service.ts';
import { createErasedSubjects } from './ingest/erased-subjects.ts';
import { type OutletOptions, openOutlet } from './ingest/spool-outlet.ts';
import type { AnalyticsEngine } from './store/analytics/analytics-engine.ts';
import type { Beside } from './store/analytics/duckdb/process/beside.ts';
import { runEngineProcess } from './store/analytics/duckdb/process/run-engine-process.ts';
import { type ClickHouseChoice, openForStoring } from './store/analytics/open-analytics.ts';
import { type ControlOptions, openControl } from './store/control/open-control.ts';

export type WorkerSettings = {
  spool: OutletOptions;
  control: ControlOptions;
  /** Used where the engine is a ClickHouse. */
  clickhouse: ClickHouseChoice;
  gatherMs: number;
};

runEngineProcess((settings, engine, tell) => openDrain(settings as WorkerSettings, engine, tell));

async function openDrain(
  settings: WorkerSettings,
  held: Pick<AnalyticsEngine, 'store'> | undefined,
  tell: (message: unknown) => void,
): Promise<Beside> {
  const log = createRemoteLog(tell);
  const control = await openControl(settings.control);
  const spool = openOutlet(settings.spool);
  const elsewhere = held ? undefined : await openForStoring(settings.clickhouse, { clock: systemClock, log });
  const analytics = held ?? elsewhere;
  if (!analytics) throw new Error('There is no engine to drain into.');
  const claims = createClaims(control);
  const { gatherMs } = settings;
  const erased = createErasedSubjects(control);
  const drain = serveDrain({ spool, analytics, claims, erased, clock: systemClock, gatherMs, tell });
  return {
    take: (message) => drain.take(message as ToDrain),
    answer: (request) => drain.answer(request as DrainRequest),
    async close() {
      await drain.close();
      await elsewhere?.close();
      await spool.close();
      await control.close();
    },
  };
}
