/** Starts the product: what it opens, in which order, and how it ends. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Http } from './build-http.ts';
import type { Ingestion } from './build-ingestion.ts';
import type { Config } from './config.ts';
import { type Clock, systemClock } from './contract/clock.ts';
import { loadZones } from './contract/time-zone.ts';
import { closeServer, listen } from './http/listen.ts';
import type { Health } from './http/pages.ts';
import type { FromDrain } from './ingest/drain-service.ts';
import { createRemoteDrain } from './ingest/remote-drain.ts';
import { openInlet } from './ingest/spool.ts';
import type { Scheduler } from './jobs/scheduler.ts';
import type { Mailer } from './mail/create-mailer.ts';
import type { Report } from './reports/define-report.ts';
import type { SharedEngine } from './store/analytics/analytics-engine.ts';
import { createLateAnalytics } from './store/analytics/late-analytics.ts';
import { checkDataDirectory, openAnalytics } from './store/analytics/open-analytics.ts';
import { createLease, renewedLeaseMs } from './store/control/lease.ts';
import { type Control, type ControlOptions, openControl } from './store/control/open-control.ts';
import { lockDataDirectory } from './store/lock-data-directory.ts';
import { requirePrivateDirectory } from './store/private-directory.ts';
import { noteServerUrl } from './store/running-server.ts';
import { createSetUpToken, needsSetUp } from './users/set-up-token.ts';
import { version } from './version.ts';
import { createWebsiteDirectory } from './websites/website-directory.ts';
import type { WorkerSettings } from './worker-main.ts';

export type Running = {
  url: string;
  /** Refuses new requests, answers those under way, hands what is spooled to the engine, and ends. */
  stop(): Promise<void>;
  control: Control;
  analytics: SharedEngine;
  jobs: Scheduler;
};

/**
 * The log goes to standard output by default. While there is no owner, `announceSetUp` gets the link where the first
 * one is made: the link lets its reader in, so it goes to people and never to the log.
 */
export type StartOptions = {
  clock?: Clock;
  logTo?: DestinationStream;
  announceSetUp?: (link: string) => void;
  /** False for a command that needs a server for a moment: jobs are left to servers that stay. */
  runsJobs?: boolean;
  /** Reports in place of the product's own. */
  catalogue?: readonly Report[];
};

const gatherMs = 150;
const mostBatchRecords = 10_000;
const megabyte = 1024 * 1024;

export async function start(
  config: Config,
  {
    clock = systemClock,
    logTo = pino.destination(1),
    announceSetUp,
    runsJobs = true,
    catalogue,
  }: StartOptions = {},
): Promise<Running> {
  const log = pino(
    { level: config.logLevel, redact: ['headers.authorization', 'headers.cookie', 'req.headers'] },
    logTo,
  );
  const life: Life = { config, clock, log, state: 'starting', undo: [] };
  try {
    checkDataDirectory(config);
    const stores = await openStores(life);
    // Loaded while the engine's process starts, which takes as long.
    const [{ buildIngestion }, { buildJobs }, { buildHttp }] = await Promise.all([
      import('./build-ingestion.ts'),
      import('./build-jobs.ts'),
      import('./build-http.ts'),
    ]);
    const ingestion = await buildIngestion({ ...life, ...stores });
    const mail = await openMail(life);
    const jobs = buildJobs({ config, clock, log, ...stores, ...ingestion, mail });
    const readState = () => life.state;
    const http = buildHttp({ config, clock, log, ...stores, ...ingestion, mail, jobs, readState, catalogue });
    life.undo.push(() => closeServer(http.server));
    // Listening does not wait for the engine: the probe can say that it starts, and records are taken meanwhile.
    const url = await listen(http.server, config.host, config.port);
    life.undo.push(() => leave(http, { ...stores, ...ingestion }, life));
    life.undo.push(noteServerUrl(config.dataDirectory, url));
    loadZones();

    const { engine, beside } = await stores.connection.opened;
    stores.analytics.arrive(engine);
    stores.drain.attach(beside);
    life.undo.push(() =>
      Promise.race([jobs.scheduler.stop(), sleep(config.shutdownSeconds * 1000, undefined, { ref: false })]),
    );
    if (runsJobs) await jobs.scheduler.start();
    life.state = 'ready';
    if (announceSetUp && (await needsSetUp(stores.control))) {
      const token = await createSetUpToken(stores.control, clock());
      announceSetUp(`${config.publicUrl ?? url}/set-up?token=${token}`);
    }
    log.info({ version }, `footfall listening on ${url}`);
    return {
      url,
      stop: async () => {
        log.info({}, 'footfall is stopping');
        await end(life);
      },
      control: stores.control,
      analytics: stores.analytics,
      jobs: jobs.scheduler,
    };
  } catch (error) {
    await end(life);
    throw error;
  }
}

/** One run of the server. What was opened is closed in the reverse order. */
type Life = {
  config: Config;
  clock: Clock;
  log: Logger;
  state: Health['state'];
  undo: (() => Promise<unknown> | unknown)[];
};

async function end(life: Life): Promise<void> {
  life.state = 'stopping';
  for (const step of life.undo.splice(0).reverse()) await step();
}

type Stores = Awaited<ReturnType<typeof openStores>>;

async function openStores({ config, clock, log, undo }: Life) {
  requirePrivateDirectory(config.dataDirectory, (message) => log.warn({}, message));
  const lock = lockDataDirectory(config.dataDirectory);
  undo.push(() => lock.release());
  const control = await openControl(chooseControl(config));
  undo.push(() => control.close());
  const spool = openInlet({
    directory: config.spoolDirectory,
    maximumBytes: config.spoolLimitMb * megabyte,
    clock,
  });
  undo.push(() => spool.close());
  const analytics = createLateAnalytics();
  const drain = createRemoteDrain({ spool, log, onStored: () => analytics.noteChange() });
  const leases = {
    settling: createLease(control, 'settlement', clock),
    migrating: createLease(control, 'schema', clock, renewedLeaseMs),
  };
  const beside = {
    settings: buildWorkerSettings(config),
    authoritiesFile: config.authoritiesFile,
    onTold: (message: unknown) => drain.take(message as FromDrain),
  };
  const connection = openAnalytics(config, { clock, log, leases, beside });
  undo.push(() => connection.close());
  return {
    control,
    connection,
    spool,
    analytics,
    drain,
    websites: createWebsiteDirectory(control, clock),
  };
}

function chooseControl({ postgresUrl, sqlitePath }: Config): ControlOptions {
  return postgresUrl ? { postgresUrl } : { sqlitePath };
}

/** For the process that drains: the part of the configuration that it needs. */
function buildWorkerSettings(config: Config): WorkerSettings {
  const { clickhouseUrl, clickhouseCluster, reportsAtOnce, reportTimeoutSeconds, reportMemoryMb } = config;
  return {
    spool: { directory: config.spoolDirectory, maximumBatchRecords: mostBatchRecords },
    control: chooseControl(config),
    clickhouse: { clickhouseUrl, clickhouseCluster, reportsAtOnce, reportTimeoutSeconds, reportMemoryMb },
    gatherMs,
  };
}

async function openMail({ config, log, undo }: Life): Promise<Mailer | undefined> {
  if (config.smtpUrl === undefined || config.mailFrom === undefined) return undefined;
  const { createMailer } = await import('./mail/create-mailer.ts');
  const mailer = createMailer({ url: config.smtpUrl, from: config.mailFrom, log });
  undo.push(() => mailer.close());
  return mailer;
}

/**
 * Called while the server still listens: its probe says that it stops, and everything else is answered 503. What cannot
 * be handed over in time stays in the spool, on disk, for the next start.
 */
async function leave(
  { finishRequests }: Http,
  { collector, drain }: Pick<Ingestion, 'collector'> & Pick<Stores, 'drain'>,
  { config, log }: Pick<Life, 'config' | 'log'>,
): Promise<void> {
  const seconds = config.shutdownSeconds;
  await finishRequests(seconds * 1000);
  await collector.stop();
  await drain
    .catchUp(seconds * 1000)
    .catch((error) => log.warn({ err: error }, 'records stay in the spool for the next start'));
  await drain.stop();
}
