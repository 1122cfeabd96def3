/** Wires the parts into a running server. */
import type { FastifyInstance } from 'fastify';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from './config.ts';
import { buildBodies } from './contract/bodies.ts';
import { type Clock, systemClock } from './contract/clock.ts';
import type { AppParts } from './http/app/app-parts.ts';
import { buildAppRoutes } from './http/app/build-app-routes.ts';
import { createLiveHub } from './http/app/live-hub.ts';
import { registerApp } from './http/app/register-app.ts';
import { createSignInGate } from './http/app/sign-in-gate.ts';
import { registerCollect } from './http/collect.ts';
import { registerDashboardFiles } from './http/dashboard-files.ts';
import type { AnyEndpoint } from './http/define-endpoint.ts';
import { buildConfigurationEndpoints } from './http/endpoints/configuration.ts';
import { buildDeletionEndpoints } from './http/endpoints/deletions.ts';
import { me } from './http/endpoints/me.ts';
import { buildRecordEndpoints } from './http/endpoints/records.ts';
import { buildDashboardReportEndpoints, buildReportEndpoints } from './http/endpoints/reports.ts';
import { buildSegmentEndpoints } from './http/endpoints/segments.ts';
import { unrecordedEndpoints } from './http/endpoints/unrecorded.ts';
import { buildWebsiteEndpoints } from './http/endpoints/websites.ts';
import { createGate } from './http/gate.ts';
import { closeServer, listen } from './http/listen.ts';
import { buildOpenApi } from './http/openapi/build-openapi.ts';
import { type Health, registerPages, registerStartPage } from './http/pages.ts';
import { buildServer } from './http/server.ts';
import { registerTrackerScript } from './http/tracker-script.ts';
import { createBacklog } from './ingest/backlog.ts';
import { type Claims, createClaims } from './ingest/claims.ts';
import { openCountryDatabase } from './ingest/client/country-database.ts';
import { createCollector } from './ingest/collect/collector.ts';
import { createDailySalts, type DailySalts } from './ingest/collect/daily-salts.ts';
import { createRecordDeletion } from './ingest/delete-records.ts';
import { startDrain } from './ingest/drain.ts';
import { createIntake } from './ingest/intake.ts';
import { openSpool } from './ingest/spool.ts';
import { createAttemptCounter } from './limits/attempt-counter.ts';
import { createRequestCounter } from './limits/request-counter.ts';
import { createMailer, type Mailer } from './mail/create-mailer.ts';
import { createRecordExport } from './reports/export-records.ts';
import { createReportRunner, type ReportRunner } from './reports/run-report.ts';
import { createLease } from './settlement/lease.ts';
import { type Settler, startSettler } from './settlement/settler.ts';
import { connectAnalytics } from './store/analytics/connect-analytics.ts';
import { createLateAnalytics } from './store/analytics/late-analytics.ts';
import type { Analytics } from './store/analytics/open-analytics.ts';
import { type Control, openControl } from './store/control/open-control.ts';
import { lockDataDirectory } from './store/lock-data-directory.ts';
import { purgeSignIns } from './users/end-sign-ins.ts';
import { purgeOldLinks } from './users/password-resets.ts';
import { createSetUpToken, needsSetUp } from './users/set-up-token.ts';
import { version } from './version.ts';
import { createWebsiteDirectory } from './websites/website-directory.ts';

export type Running = {
  url: string;
  /** Takes no new request, answers those under way, hands what is spooled to the engine, and ends. */
  stop(): Promise<void>;
  control: Control;
  analytics: Analytics;
};

/**
 * The log goes to standard output unless it is told otherwise. `announceSetUp` is told where the first owner is made,
 * while there is none: the link lets its reader in, so it goes to people and never to the log.
 */
export type StartOptions = {
  clock?: Clock;
  logTo?: DestinationStream;
  announceSetUp?: (link: string) => void;
};

const lingerMs = 150;
const mostBatchRecords = 10_000;
const megabyte = 1024 * 1024;
const purgeMs = 10 * 60_000;
const settleMs = 60_000;

export async function start(
  config: Config,
  { clock = systemClock, logTo = pino.destination(1), announceSetUp }: StartOptions = {},
): Promise<Running> {
  const log = pino(
    { level: config.logLevel, redact: ['headers.authorization', 'headers.cookie', 'req.headers'] },
    logTo,
  );
  const life: Life = { config, clock, log, state: 'starting', undo: [] };
  try {
    const stores = await openStores(life);
    const ingestion = await startIngestion(life, stores);
    const server = buildHttp(life, stores, ingestion);
    life.undo.push(() => server.close());
    // Listening comes before the engine: the probe can say that it starts, and records are taken meanwhile.
    const url = await listen(server, config.host, config.port);
    const connection = connectAnalytics(config, log);
    life.undo.push(() => connection.close());
    life.undo.push(() => leave(server, ingestion, config.shutdownSeconds));

    stores.analytics.arrive(await connection.opened);
    ingestion.drain.notify();
    const settler = startSettling(life, stores);
    life.undo.push(() => settler.stop());
    life.state = 'ready';
    if (announceSetUp && (await needsSetUp(stores.control))) {
      const token = await createSetUpToken(stores.control, clock());
      announceSetUp(`${config.publicUrl ?? url}/set-up?token=${token}`);
    }
    log.info({ version }, `footfall listening on ${url}`);
    return {
      url,
      stop: async () => {
        life.state = 'stopping';
        log.info({}, 'footfall is stopping');
        await end(life);
      },
      control: stores.control,
      analytics: stores.analytics,
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

async function end({ undo }: Life): Promise<void> {
  for (const step of undo.splice(0).reverse()) await step();
}

type Stores = Awaited<ReturnType<typeof openStores>>;

async function openStores({ config, clock, undo }: Life) {
  const lock = lockDataDirectory(config.dataDirectory);
  undo.push(() => lock.release());
  const control = await openControl(
    config.postgresUrl ? { postgresUrl: config.postgresUrl } : { sqlitePath: config.sqlitePath },
  );
  undo.push(() => control.close());
  const spool = await openSpool({
    directory: config.spoolDirectory,
    maximumBytes: config.spoolLimitMb * megabyte,
    maximumBatchRecords: mostBatchRecords,
    clock,
  });
  undo.push(() => spool.close());
  return {
    control,
    spool,
    analytics: createLateAnalytics(),
    websites: createWebsiteDirectory(control, clock),
  };
}

type Ingestion = Awaited<ReturnType<typeof startIngestion>>;

async function startIngestion({ config, clock, log, undo }: Life, stores: Stores) {
  const { control, spool, analytics, websites } = stores;
  const claims = createClaims(control);
  const salts = createDailySalts(control);
  undo.push(keepPurging(control, claims, salts, clock));
  const drain = startDrain({ spool, analytics, claims, clock, log, lingerMs });
  undo.push(() => drain.stop());
  const backlog = createBacklog(control, spool, clock);
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
  const deletion = createRecordDeletion(analytics, claims, drain);
  return { drain, backlog, intake, collector, deletion, findCountry };
}

function startSettling({ clock, log }: Life, { analytics, control }: Stores): Settler {
  return startSettler({
    analytics,
    clock,
    log,
    lease: createLease(control, 'settlement', clock),
    intervalMs: settleMs,
  });
}

function buildHttp(life: Life, stores: Stores, ingestion: Ingestion): FastifyInstance {
  const { control } = stores;
  const { config, clock, log } = life;
  const reports = buildReportRunner(life, stores, ingestion, false);
  const dashboardReports = buildReportRunner(life, stores, ingestion, true);
  const endpoints = buildEndpoints(clock, reports, stores, ingestion);
  const parts = buildAppParts(life, stores, ingestion, reports);
  return buildServer({
    endpoints,
    gate: createGate(control, createRequestCounter(control, clock), clock),
    logger: log,
    trustedProxies: config.trustedProxies,
    registerPages(app) {
      registerPages(app, buildOpenApi(endpoints, version), () => checkHealth(life, stores));
      registerTrackerScript(app);
      registerCollect(app, ingestion.collector);
      if (!registerDashboardFiles(app)) registerStartPage(app);
      // Whoever watches would keep the server from closing.
      app.addHook('preClose', async () => parts.live.close());
      registerApp(app, {
        routes: buildAppRoutes(parts),
        endpoints: [
          ...buildEndpoints(clock, dashboardReports, stores, ingestion),
          ...buildDashboardReportEndpoints(dashboardReports),
        ],
        gate: createSignInGate(control, clock),
      });
    },
  });
}

function buildAppParts(
  life: Life,
  { control, analytics, websites }: Stores,
  { findCountry, deletion }: Ingestion,
  reports: ReportRunner,
): AppParts {
  const { config, clock } = life;
  return {
    control,
    clock,
    attempts: createAttemptCounter(control, clock),
    findCountry,
    mail: openMail(life),
    publicUrl: config.publicUrl,
    deletion,
    recordExport: createRecordExport(analytics, websites, clock),
    live: createLiveHub(reports, clock),
  };
}

function openMail({ config, log, undo }: Life): Mailer | undefined {
  if (config.smtpUrl === undefined || config.mailFrom === undefined) return undefined;
  const mailer = createMailer({ url: config.smtpUrl, from: config.mailFrom, log });
  undo.push(() => mailer.close());
  return mailer;
}

function buildReportRunner(
  { clock }: Life,
  { analytics, websites }: Stores,
  { backlog }: Ingestion,
  forDashboard: boolean,
): ReportRunner {
  const { oldestPendingAt } = backlog;
  return createReportRunner({ analytics, websites, clock, oldestPendingAt, forDashboard });
}

function buildEndpoints(
  clock: Clock,
  reports: ReportRunner,
  { control, websites }: Stores,
  { deletion, intake }: Ingestion,
): AnyEndpoint[] {
  return [
    me,
    ...buildWebsiteEndpoints(control),
    ...buildReportEndpoints(reports),
    ...unrecordedEndpoints,
    ...buildRecordEndpoints(buildBodies(clock), intake),
    ...buildDeletionEndpoints(deletion, websites),
    ...buildSegmentEndpoints(control, clock),
    ...buildConfigurationEndpoints(control),
  ];
}

/** Ready when writes and reports both work. */
async function checkHealth({ state }: Life, { analytics, spool }: Stores): Promise<Health> {
  const ready = state === 'ready' && (await analytics.isReachable()) && !spool.isFull();
  const shown = state === 'ready' && !ready ? 'degraded' : state;
  return { ready, state: shown, pendingRecords: spool.pendingRecords() };
}

/** What cannot be handed over in time stays in the spool, on the disk, for the next start. */
async function leave(
  server: FastifyInstance,
  { collector, drain }: Ingestion,
  seconds: number,
): Promise<void> {
  await closeServer(server, seconds);
  await collector.stop();
  await drain.catchUp(seconds * 1000).catch(() => {});
  await drain.stop();
}

function keepPurging(control: Control, claims: Claims, salts: DailySalts, clock: Clock): () => void {
  const purge = () => {
    purgeSignIns(control, clock()).catch(() => {});
    purgeOldLinks(control, clock()).catch(() => {});
    claims.purgeExpired(clock()).catch(() => {});
    salts.forget(clock()).catch(() => {});
  };
  const timer = setInterval(purge, purgeMs);
  timer.unref();
  return () => clearInterval(timer);
}
