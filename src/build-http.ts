/** Wires what was opened into the HTTP server: the endpoints, the dashboard, the collector and the pages. */
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { findShareLink } from './automation/find-share-link.ts';
import type { Jobs } from './build-jobs.ts';
import type { Config } from './config.ts';
import { buildBodies } from './contract/bodies.ts';
import type { Clock } from './contract/clock.ts';
import { createThrottledWarning } from './contract/throttled-warning.ts';
import type { WebsiteDirectory } from './contract/website-directory.ts';
import type { AppParts } from './http/app/app-parts.ts';
import { buildAppRoutes } from './http/app/build-app-routes.ts';
import { createCookies } from './http/app/cookies.ts';
import { createLiveHub } from './http/app/live-hub.ts';
import { registerApp } from './http/app/register-app.ts';
import { createShareGate } from './http/app/share-gate.ts';
import { createSignInGate } from './http/app/sign-in-gate.ts';
import { auditedEndpoints, auditedRoutes, createAudit } from './http/audited.ts';
import { createBadgeFigures } from './http/badge/badge-figures.ts';
import { registerBadge } from './http/badge/register-badge.ts';
import { registerCollect } from './http/collect.ts';
import { registerDashboardFiles } from './http/dashboard-files.ts';
import type { AnyEndpoint } from './http/define-endpoint.ts';
import { buildAnnotationEndpoints } from './http/endpoints/annotations.ts';
import { buildConfigurationEndpoints } from './http/endpoints/configuration.ts';
import { buildDeletionEndpoints } from './http/endpoints/deletions.ts';
import { me } from './http/endpoints/me.ts';
import { buildPersonEndpoints } from './http/endpoints/persons.ts';
import { buildRecordEndpoints } from './http/endpoints/records.ts';
import { buildDashboardReportEndpoints, buildReportEndpoints } from './http/endpoints/reports.ts';
import { buildSegmentEndpoints } from './http/endpoints/segments.ts';
import { unrecordedEndpoints } from './http/endpoints/unrecorded.ts';
import { buildWebsiteEndpoints } from './http/endpoints/websites.ts';
import { createGate } from './http/gate.ts';
import { registerGuides } from './http/guides/register-guides.ts';
import { createOpenRequests } from './http/open-requests.ts';
import { buildOpenApi } from './http/openapi/build-openapi.ts';
import { type Health, registerPages, registerStartPage } from './http/pages.ts';
import { buildServer } from './http/server.ts';
import { registerTrackerScript } from './http/tracker-script.ts';
import { registerUnsubscribe } from './http/unsubscribe.ts';
import type { Backlog } from './ingest/backlog.ts';
import type { Collector } from './ingest/collect/collector.ts';
import type { RecordDeletion } from './ingest/delete-records.ts';
import type { RecordErasure } from './ingest/erase-records.ts';
import type { Intake } from './ingest/intake.ts';
import type { Inlet } from './ingest/spool.ts';
import { createAttemptCounter } from './limits/attempt-counter.ts';
import { createMinuteCounter } from './limits/minute-counter.ts';
import { createRequestCounter } from './limits/request-counter.ts';
import type { Mailer } from './mail/create-mailer.ts';
import type { Report } from './reports/define-report.ts';
import { createRecordExport } from './reports/export-records.ts';
import { createReportRunner, type ReportRunner } from './reports/run-report.ts';
import type { SharedEngine } from './store/analytics/analytics-engine.ts';
import type { Control } from './store/control/open-control.ts';
import { version } from './version.ts';

/** Opened and closed by whoever starts the server. */
export type HttpParts = {
  config: Config;
  clock: Clock;
  log: Logger;
  control: Control;
  analytics: SharedEngine;
  spool: Inlet;
  websites: WebsiteDirectory;
  backlog: Backlog;
  intake: Intake;
  collector: Collector;
  deletion: RecordDeletion;
  erasure: RecordErasure;
  findCountry(address: string): string;
  mail: Mailer | undefined;
  jobs: Jobs;
  readState(): Health['state'];
  /** Reports in place of the product's own. */
  catalogue?: readonly Report[] | undefined;
};

export type Http = {
  server: FastifyInstance;
  /** Ends streams, and waits until all other requests are answered: those that take longer are cut off. */
  finishRequests(timeoutMs: number): Promise<void>;
};

export function buildHttp(parts: HttpParts): Http {
  const { config, clock, log, control, collector } = parts;
  const reports = buildReportRunner(parts, false);
  const dashboardReports = buildReportRunner(parts, true);
  const endpoints = buildEndpoints(parts, reports);
  const appParts = buildAppParts(parts, reports);
  const requests = createOpenRequests();
  const audit = {
    routes: createAudit(control, clock, auditedRoutes),
    endpoints: createAudit(control, clock, auditedEndpoints),
  };
  const server = buildServer({
    endpoints,
    gate: createGate(control, createRequestCounter(control, clock), clock),
    audit: audit.endpoints,
    logger: log,
    trustedProxies: config.trustedProxies,
    publicUrl: config.publicUrl,
    timeouts: findTimeouts(config),
    requests,
    isStopping: () => parts.readState() === 'stopping',
    registerPages(app) {
      registerPages(
        app,
        () => buildOpenApi(endpoints, version),
        parts.catalogue,
        () => checkHealth(parts),
      );
      registerGuides(app, config.publicUrl);
      registerTrackerScript(app);
      registerCollect(app, collector, config.countryHeader);
      registerBadge(app, control, createBadgeFigures(dashboardReports, clock));
      registerUnsubscribe(app, control, clock);
      const findFrameAncestors = async (token: string) =>
        (await findShareLink(control, token))?.frameAncestors ?? [];
      if (!registerDashboardFiles(app, { findFrameAncestors })) registerStartPage(app);
      const ofDashboard = buildDashboardReportEndpoints(dashboardReports);
      const countRequests = () => createMinuteCounter(config.requestsPerPerson, clock);
      registerApp(app, {
        routes: buildAppRoutes(appParts),
        endpoints: [...buildEndpoints(parts, dashboardReports), ...ofDashboard],
        gate: createSignInGate(control, clock, appParts.cookies, countRequests()),
        sharedEndpoints: [...buildReportEndpoints(dashboardReports, parts.catalogue), ...ofDashboard],
        shareGate: createShareGate(control, clock, countRequests()),
        publicUrl: config.publicUrl,
        audit,
      });
    },
  });
  return {
    server,
    async finishRequests(timeoutMs) {
      // Open streams would keep the server from closing.
      appParts.live.close();
      if (!(await requests.untilNone(timeoutMs))) server.server.closeAllConnections();
    },
  };
}

/** A report may wait for a place and then for its answer, without sending a byte to its client meanwhile. */
function findTimeouts({ requestTimeoutSeconds, reportTimeoutSeconds }: Config) {
  const idleSeconds = Math.max(4 * requestTimeoutSeconds, 2 * reportTimeoutSeconds + requestTimeoutSeconds);
  return { requestMs: requestTimeoutSeconds * 1000, idleMs: idleSeconds * 1000 };
}

function buildReportRunner(parts: HttpParts, forDashboard: boolean): ReportRunner {
  const { analytics, websites, clock, backlog, spool } = parts;
  const { oldestPendingAt } = backlog;
  const { countRefused } = spool;
  return createReportRunner({ analytics, websites, clock, oldestPendingAt, countRefused, forDashboard });
}

/** Building them calls nothing, so that their declarations can be read before anything is opened. */
export function buildEndpoints(parts: HttpParts, reports: ReportRunner): AnyEndpoint[] {
  const { clock, control, analytics, websites, deletion, erasure, spool, intake, jobs } = parts;
  const wakeRewrites = () => jobs.scheduler.wake('file-rewrites');
  return [
    me,
    ...buildWebsiteEndpoints(control),
    ...buildReportEndpoints(reports, parts.catalogue),
    ...unrecordedEndpoints,
    ...buildRecordEndpoints(buildBodies(clock), intake),
    ...buildDeletionEndpoints(deletion, websites),
    ...buildPersonEndpoints({ control, clock, analytics, erasure, serverId: spool.id, wakeRewrites }),
    ...buildSegmentEndpoints(control, clock),
    ...buildAnnotationEndpoints(control, clock),
    ...buildConfigurationEndpoints(control),
  ];
}

function buildAppParts(parts: HttpParts, reports: ReportRunner): AppParts {
  const { config, clock, log, control, analytics, websites, findCountry, mail, deletion, jobs } = parts;
  return {
    control,
    clock,
    attempts: createAttemptCounter(control, clock),
    cookies: createCookies(config.publicUrl),
    findCountry,
    mail,
    publicUrl: config.publicUrl,
    workspaceCreation: config.workspaceCreation,
    deletion,
    recordExport: createRecordExport(analytics, websites, clock),
    live: createLiveHub(reports, clock, createThrottledWarning(log, clock)),
    reportMails: jobs.reportMails,
    alerting: jobs.alerting,
    webhookRules: { allowsPrivate: config.allowsPrivateWebhooks },
    wakeDeliveries: () => jobs.scheduler.wake('deliveries'),
  };
}

/** Ready when writes and reports both work. */
async function checkHealth({ readState, analytics, spool }: HttpParts): Promise<Health> {
  const state = readState();
  const ready = state === 'ready' && (await analytics.isReachable()) && !spool.isFull();
  const shown = state === 'ready' && !ready ? 'degraded' : state;
  return {
    ready,
    state: shown,
    pendingRecords: spool.pendingRecords(),
    failedDays: analytics.countFailedDays?.() ?? 0,
  };
}
