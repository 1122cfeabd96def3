import { randomUUID } from 'node:crypto';
import type { Clock } from '../contract/clock.ts';
import { DeliveryRefused } from '../contract/delivery-refused.ts';
import { ApiError } from '../contract/errors.ts';
import { isUuid, type WorkspaceId } from '../contract/ids.ts';
import type { MailMessage } from '../contract/mail-message.ts';
import type { AskReport } from '../contract/report-question.ts';
import { buildPeriod, type Period } from '../contract/schedule.ts';
import type { Control } from '../store/control/open-control.ts';
import { queueDeliveries } from '../store/control/queue-delivery.ts';
import { buildEdition, buildPreview, buildReportMail, type Edition } from './build-mail.ts';
import { readFigures } from './figures.ts';
import { buildDeliveries, queueDueReports, type ReportPayload } from './queue-due-reports.ts';
import { findOwnReport, findReport, type ReportFacts } from './report-facts.ts';

export type ReportMails = ReturnType<typeof createReportMails>;

export type ReportMailsOptions = {
  control: Control;
  clock: Clock;
  ask: AskReport;
  /** Undefined where no mail server is configured. */
  mail: { deliver(message: MailMessage): Promise<void>; publicUrl: string } | undefined;
};

type ReportDelivery = { id: string; subjectId: string; payload: unknown };

const cacheMs = 60_000;
const cacheSize = 8;

export function createReportMails({ control, clock, ask, mail }: ReportMailsOptions) {
  const editions = new Map<string, { at: number; edition: Promise<Edition> }>();

  async function makeEdition(report: ReportFacts, period: Period): Promise<Edition> {
    return buildEdition(report, await readFigures(report, period, ask, clock()));
  }

  /** Recipients are served one after another, so the edition that the first one gets is cached for the others. */
  function findEdition(report: ReportFacts, period: Period): Promise<Edition> {
    const key = JSON.stringify([report, period]);
    const known = editions.get(key);
    if (known && clock() - known.at < cacheMs) return known.edition;
    const edition = makeEdition(report, period);
    edition.catch(() => editions.delete(key));
    editions.set(key, { at: clock(), edition });
    const [oldest] = editions.keys();
    if (editions.size > cacheSize && oldest !== undefined) editions.delete(oldest);
    return edition;
  }

  async function noteSent(id: string): Promise<void> {
    await control.db
      .updateTable('scheduled_reports')
      .set({ last_sent_at: clock() })
      .where('id', '=', id)
      .execute();
  }

  async function send({ id, subjectId, payload }: ReportDelivery): Promise<void> {
    const { address, period } = payload as ReportPayload;
    const report = await findReport(control, subjectId);
    if (!report?.recipients.includes(address)) throw new DeliveryRefused('It is not wanted any more.');
    if (!mail) throw new Error('No mail server is configured.');
    const message = buildReportMail(await findEdition(report, period), mail.publicUrl, address);
    await mail.deliver({ ...message, messageId: `<${id}@${new URL(mail.publicUrl).hostname}>` });
  }

  async function requireReport(workspaceId: WorkspaceId, id: string): Promise<ReportFacts> {
    const report = isUuid(id) ? await findOwnReport(control, workspaceId, id) : undefined;
    if (!report) throw new ApiError('not_found');
    if (report.lacksSegment) throw new ApiError('segment_missing');
    return report;
  }

  return {
    queueDue: (signal: AbortSignal) =>
      queueDueReports({ control, clock, canMail: mail !== undefined }, signal),

    /** Sends a delivery that is due. */
    async send(delivery: ReportDelivery): Promise<void> {
      try {
        await send(delivery);
      } catch (error) {
        throw describeFailure(error);
      }
      await noteSent(delivery.subjectId);
    },

    /** The mail as it would be sent now, as a page. */
    async preview(workspaceId: WorkspaceId, id: string, publicUrl: string): Promise<string> {
      const report = await requireReport(workspaceId, id);
      return buildPreview(await makeEdition(report, buildPeriod(report.schedule, clock())), publicUrl);
    },

    /** To all recipients, whether or not they already got it. */
    async sendNow(workspaceId: WorkspaceId, id: string): Promise<{ recipients: number }> {
      const report = await requireReport(workspaceId, id);
      if (!mail) throw new ApiError('no_mail_server');
      if (report.recipients.length === 0) throw new ApiError('no_recipients');
      await refuseHaste(control, report.id, clock());
      const deliveries = buildDeliveries(report, buildPeriod(report.schedule, clock()), randomUUID());
      await queueDeliveries(control, deliveries, clock());
      return { recipients: deliveries.length };
    },
  };
}

/** A filter that is refused now will be refused an hour later too. */
function describeFailure(error: unknown): Error {
  const isFinal = error instanceof ApiError && error.status < 500;
  if (isFinal)
    return new DeliveryRefused(`The figures could not be read. ${error.message}`, { cause: error });
  return error instanceof Error ? error : new Error(String(error));
}

const hasteMs = 60_000;

/** Limits how often a report is sent by hand: recipients did not ask for it. */
async function refuseHaste({ db }: Control, reportId: string, now: number): Promise<void> {
  const recent = await db
    .selectFrom('deliveries')
    .select('id')
    .where('subject_id', '=', reportId)
    .where('created_at', '>', now - hasteMs)
    .executeTakeFirst();
  if (recent) throw new ApiError('sent_recently');
}
