/** Wires what was opened into the way of a record: the intake, the collector, and what deletes and erases. */
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Clock } from './contract/clock.ts';
import { createThrottledWarning, type ThrottledWarning } from './contract/throttled-warning.ts';
import type { WebsiteDirectory } from './contract/website-directory.ts';
import { noteDeletion } from './deletions/note-deletion.ts';
import { createBacklog } from './ingest/backlog.ts';
import { createClaims } from './ingest/claims.ts';
import { openCountryDatabase } from './ingest/client/country-database.ts';
import { createCollector } from './ingest/collect/collector.ts';
import { createDailySalts, type DailySalts } from './ingest/collect/daily-salts.ts';
import { createRecordDeletion } from './ingest/delete-records.ts';
import { createRecordErasure } from './ingest/erase-records.ts';
import { createErasedSubjects } from './ingest/erased-subjects.ts';
import { createIntake } from './ingest/intake.ts';
import type { RemoteDrain } from './ingest/remote-drain.ts';
import type { Inlet } from './ingest/spool.ts';
import type { AnalyticsEngine } from './store/analytics/analytics-engine.ts';
import type { Control } from './store/control/open-control.ts';

/** Opened and closed by whoever starts the server. */
export type IngestionParts = {
  config: Config;
  clock: Clock;
  log: Logger;
  control: Control;
  spool: Inlet;
  analytics: AnalyticsEngine;
  websites: WebsiteDirectory;
  drain: RemoteDrain;
  /** Gets what ends what is begun here. */
  undo: (() => unknown)[];
};

export type Ingestion = Awaited<ReturnType<typeof buildIngestion>>;

const saltPurgeMs = 10 * 60_000;

export async function buildIngestion(parts: IngestionParts) {
  const { config, clock, log, undo, control, spool, analytics, websites, drain } = parts;
  const claims = createClaims(control);
  const salts = createDailySalts(control);
  const warn = createThrottledWarning(log, clock);
  undo.push(purgeSaltsRegularly(salts, clock, warn));
  const backlog = createBacklog(control, spool, clock, warn);
  undo.push(() => backlog.stop());
  const findCountry = await openCountryDatabase(config.countryDatabasePath);
  const shared = {
    spool,
    clock,
    log,
    ownDomains: websites.ownDomains,
    findCountry,
    onAccepted: () => drain.notify(),
  };
  const intake = createIntake({ ...shared, claims });
  const collector = createCollector({
    ...shared,
    findWebsite: websites.findKnown,
    findWebsiteByHost: websites.findKnownByHost,
    findSalts: salts.find,
    hitsPerAddress: config.hitsPerAddress,
    hitsPerWebsite: config.hitsPerWebsite,
  });
  const onDeleted = () => noteDeletion(control, spool.id, clock());
  const deletion = createRecordDeletion(analytics, claims, drain, onDeleted);
  const erased = createErasedSubjects(control);
  const erasure = createRecordErasure({ engine: analytics, claims, drain, spool, erased, clock, onDeleted });
  return { backlog, claims, intake, collector, deletion, erased, erasure, onDeleted, findCountry };
}

/** Every server does this, so it is no job (one server runs a job for all): each has salts in its own cache. */
function purgeSaltsRegularly(salts: DailySalts, clock: Clock, warn: ThrottledWarning): () => void {
  const onError = (error: unknown) => warn(error, 'the salt of an earlier day could not be deleted');
  const timer = setInterval(() => void salts.purge(clock()).catch(onError), saltPurgeMs);
  timer.unref();
  return () => clearInterval(timer);
}
