/** Wires what was opened into the work that comes again, and the scheduler that runs it. */
import type { Logger } from 'pino';
import { type Alerting, createAlerting } from './alerts/create-alerting.ts';
import { purgeAlertEvents } from './alerts/list-events.ts';
import { createAskReport } from './ask-report.ts';
import { purgeAudit } from './audit/purge-audit.ts';
import { findNextCheck } from './automation/alert-rule.ts';
import type { Config } from './config.ts';
import type { Clock } from './contract/clock.ts';
import type { AskReport } from './contract/report-question.ts';
import type { WebsiteDirectory } from './contract/website-directory.ts';
import { deleteExpired } from './deletions/delete-expired.ts';
import { findNextNight } from './deletions/find-next-night.ts';
import { rewriteFiles } from './deletions/rewrite-files.ts';
import { purgeDeliveries } from './deliveries/delivery-table.ts';
import { createDueSender } from './deliveries/send-due.ts';
import type { Backlog } from './ingest/backlog.ts';
import type { Claims } from './ingest/claims.ts';
import type { ErasedSubjects } from './ingest/erased-subjects.ts';
import type { RemoteDrain } from './ingest/remote-drain.ts';
import type { Inlet } from './ingest/spool.ts';
import type { Job } from './jobs/job.ts';
import { createScheduler, type Scheduler } from './jobs/scheduler.ts';
import { purgeAttempts } from './limits/attempt-counter.ts';
import { purgeDailyCounts } from './limits/daily-counter.ts';
import type { Mailer } from './mail/create-mailer.ts';
import { createReportMails, type ReportMails } from './report-mails/create-report-mails.ts';
import { createReportRunner } from './reports/run-report.ts';
import type { AnalyticsEngine } from './store/analytics/analytics-engine.ts';
import type { Control } from './store/control/open-control.ts';
import { purgeSignIns } from './users/end-sign-ins.ts';
import { purgeOldLinks } from './users/password-resets.ts';
import { createWebhookPost } from './webhooks/post-webhook.ts';

/** Opened and closed by whoever starts the server. */
export type JobParts = {
  config: Config;
  clock: Clock;
  log: Logger;
  control: Control;
  analytics: AnalyticsEngine;
  websites: WebsiteDirectory;
  backlog: Backlog;
  claims: Claims;
  erased: ErasedSubjects;
  spool: Pick<Inlet, 'id' | 'overwriteFreed'>;
  drain: Pick<RemoteDrain, 'overwriteFreed'>;
  onDeleted(): Promise<void>;
  mail: Mailer | undefined;
};

/** What the scheduler runs, and what the dashboard asks of it beside that. */
export type Jobs = { scheduler: Scheduler; reportMails: ReportMails; alerting: Alerting };

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const dayMs = 24 * 60 * minuteMs;
/** After what is too old has been deleted. */
const rewritesLaterMs = 60 * minuteMs;

export function buildJobs(parts: JobParts): Jobs {
  const { control, clock, log, config, mail } = parts;
  const { publicUrl } = config;
  const ask = buildAskReport(parts);
  const reportMails = createReportMails({
    control,
    clock,
    ask,
    mail: mail && publicUrl !== undefined ? { deliver: mail.deliver, publicUrl } : undefined,
  });
  const alerting = createAlerting({
    control,
    clock,
    log,
    ask,
    findNextCheck,
    deliverMail: mail?.deliver,
    publicUrl,
    post: createWebhookPost({ clock, allowsPrivate: config.allowsPrivateWebhooks }),
  });
  const sendDue = createDueSender({
    control,
    clock,
    send: { report: reportMails.send, alert: alerting.send },
  });
  const scheduler = createScheduler({
    control,
    clock,
    log,
    jobs: [
      buildPurge(parts),
      ...buildNightly(parts),
      {
        name: 'scheduled-reports',
        everyMs: minuteMs,
        async run({ signal }) {
          const { queued } = await reportMails.queueDue(signal);
          if (queued > 0) await scheduler.wake('deliveries');
        },
      },
      {
        name: 'alerts',
        everyMs: minuteMs,
        async run({ signal }) {
          const { queued } = await alerting.check(signal);
          if (queued > 0) await scheduler.wake('deliveries');
        },
      },
      { name: 'deliveries', everyMs: minuteMs, run: ({ signal }) => sendDue(signal) },
    ],
  });
  return { scheduler, reportMails, alerting };
}

function buildAskReport({ analytics, websites, clock, backlog }: JobParts): AskReport {
  const { oldestPendingAt } = backlog;
  const options = { analytics, websites, clock, oldestPendingAt, forDashboard: true };
  return createAskReport(createReportRunner(options));
}

/** `file-rewrites` does nothing unless something was deleted since it last ran, by `retention` or by a person. */
function buildNightly({ config, control, clock, analytics, spool, drain, onDeleted }: JobParts): Job[] {
  const nightly = { everyMs: dayMs, findNext: findNextNight };
  return [
    {
      name: 'retention',
      ...nightly,
      async run({ signal }) {
        await deleteExpired({ control, engine: analytics, now: clock(), signal, onDeleted });
      },
    },
    {
      name: 'file-rewrites',
      ...nightly,
      findNext: (now) => findNextNight(now) + rewritesLaterMs,
      run: () =>
        rewriteFiles({
          control,
          clock,
          serverId: config.clickhouseUrl === undefined ? spool.id : undefined,
          rewriteEngine: () => analytics.rewrite(),
          async overwriteSpool() {
            await drain.overwriteFreed();
            await spool.overwriteFreed();
          },
        }),
    },
  ];
}

/** A step that fails does not stop the others. */
function buildPurge({ control, clock, claims, erased }: JobParts): Job {
  return {
    name: 'purge',
    everyMs: 10 * minuteMs,
    async run() {
      const now = clock();
      const results = await Promise.allSettled([
        purgeSignIns(control, now),
        purgeOldLinks(control, now),
        purgeAttempts(control, now),
        purgeDailyCounts(control, now),
        claims.purgeExpired(now),
        purgeDeliveries(control, now),
        purgeAlertEvents(control, now),
        erased.purge(now),
        purgeAudit(control, now),
      ]);
      const failed = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
      if (failed.length > 0) throw new Error(failed.map(String).join('; '));
    },
  };
}
