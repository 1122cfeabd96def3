import type { Alerting } from '../../alerts/create-alerting.ts';
import type { Clock } from '../../contract/clock.ts';
import type { RecordDeletion } from '../../ingest/delete-records.ts';
import type { AttemptCounter } from '../../limits/attempt-counter.ts';
import type { Mailer } from '../../mail/create-mailer.ts';
import type { ReportMails } from '../../report-mails/create-report-mails.ts';
import type { RecordExport } from '../../reports/export-records.ts';
import type { Control } from '../../store/control/open-control.ts';
import type { AddressRules } from '../../webhooks/webhook-url.ts';
import type { Cookies } from './cookies.ts';
import type { LiveHub } from './live-hub.ts';
import type { WorkspaceCreation } from './workspace-creation.ts';

/** What the routes of the dashboard work with. */
export type AppParts = {
  control: Control;
  clock: Clock;
  attempts: AttemptCounter;
  cookies: Cookies;
  /** ISO-2, or '' where unknown. */
  findCountry(address: string): string;
  /** Undefined where no mail server is configured. */
  mail: Mailer | undefined;
  /** Where people reach the dashboard, without a slash at the end; undefined where only the request tells. */
  publicUrl: string | undefined;
  workspaceCreation: WorkspaceCreation;
  deletion: RecordDeletion;
  recordExport: RecordExport;
  live: LiveHub;
  reportMails: ReportMails;
  alerting: Alerting;
  webhookRules: AddressRules;
  /** Messages that were queued are sent at once. */
  wakeDeliveries(): Promise<void>;
};
