import { type AlertTarget, isSameTarget, nameTarget } from '../contract/alert-rule.ts';
import type { Clock } from '../contract/clock.ts';
import { DeliveryRefused } from '../contract/delivery-refused.ts';
import { ApiError } from '../contract/errors.ts';
import { isUuid, newUuid, type WorkspaceId } from '../contract/ids.ts';
import type { Log } from '../contract/log.ts';
import type { MailMessage } from '../contract/mail-message.ts';
import type { AskReport } from '../contract/report-question.ts';
import type { Control } from '../store/control/open-control.ts';
import { type AlertFacts, findAlert, findOwnAlert } from './alert-facts.ts';
import { buildAlertMail } from './build-mail.ts';
import { buildDiscordBody, buildSlackBody, buildWebhookBody } from './build-webhooks.ts';
import { type CheckOptions, checkAlerts } from './check-alerts.ts';
import { judge } from './judge.ts';
import type { AlertMessage, AlertPayload } from './message.ts';
import { createAlertReader } from './read-alert.ts';

export type Alerting = ReturnType<typeof createAlerting>;

export type AlertingOptions = {
  control: Control;
  clock: Clock;
  log: Log;
  ask: AskReport;
  findNextCheck: CheckOptions['findNextCheck'];
  /** Undefined where no mail server is configured. */
  deliverMail: ((message: MailMessage) => Promise<void>) | undefined;
  /** Where people reach the dashboard; undefined where the operator did not say. */
  publicUrl: string | undefined;
  post(message: {
    url: string;
    body: string;
    secret?: string | undefined;
    headers?: Record<string, string>;
  }): Promise<void>;
};

type AlertDelivery = { id: string; subjectId: string; payload: unknown };

/** The outcome of a test on one channel. */
export type TestResult = { channel: string; error: string | null };

export function createAlerting(options: AlertingOptions) {
  const { control, clock, log, ask, findNextCheck, deliverMail, publicUrl, post } = options;
  const reader = createAlertReader(ask);

  async function sendTo(
    target: AlertTarget,
    alert: AlertFacts,
    message: AlertMessage,
    id: string,
  ): Promise<void> {
    const base = publicUrl === undefined ? undefined : `${publicUrl}/w/${alert.workspaceId}`;
    const dashboard = base && `${base}/${alert.websiteId}`;
    switch (target.kind) {
      case 'email': {
        if (!deliverMail || !base || !dashboard || !publicUrl)
          throw new Error('No mail server is configured.');
        const mail = buildAlertMail(alert, message, { dashboard, settings: `${base}/settings/alerts` });
        const messageId = `<${id}@${new URL(publicUrl).hostname}>`;
        return await deliverMail({ ...mail, to: target.address, messageId });
      }
      case 'webhook': {
        const body = JSON.stringify(buildWebhookBody(alert, message, { id, dashboard }));
        const headers = { 'footfall-event': `alert.${message.kind}`, 'footfall-delivery': id };
        return await post({ url: target.url, body, secret: target.secret, headers });
      }
      case 'slack':
        return await post({
          url: target.url,
          body: JSON.stringify(buildSlackBody(alert, message, dashboard)),
        });
      case 'discord':
        return await post({
          url: target.url,
          body: JSON.stringify(buildDiscordBody(alert, message, dashboard)),
        });
    }
  }

  /** What it finds at the moment, or why it finds nothing. */
  async function buildTest(alert: AlertFacts, now: number): Promise<AlertMessage> {
    const shared = { kind: 'test', at: now, startedAt: null, untold: 0 } as const;
    try {
      if (alert.lacksSegment) throw new ApiError('segment_missing');
      const { words, value, limit } = judge(alert, await reader.read(alert, now), now);
      const series = await reader.readSeries(alert, now);
      return { ...shared, words, value, chart: { ...series, ...(limit !== undefined && { limit }) } };
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      return { ...shared, words: error.message, value: null, chart: undefined };
    }
  }

  async function requireAlert(workspaceId: WorkspaceId, id: string): Promise<AlertFacts> {
    const alert = isUuid(id) ? await findOwnAlert(control, workspaceId, id) : undefined;
    if (!alert) throw new ApiError('not_found');
    return alert;
  }

  return {
    check: (signal: AbortSignal) => checkAlerts({ control, clock, log, reader, findNextCheck }, signal),

    /** Of a delivery that is due. */
    async send({ id, subjectId, payload }: AlertDelivery): Promise<void> {
      const { message, target } = payload as AlertPayload;
      const alert = await findAlert(control, subjectId);
      const known = alert?.targets.find((each) => isSameTarget(each, target));
      if (!alert || !known) throw new DeliveryRefused('It is not wanted any more.');
      await sendTo(known, alert, message, id);
    },

    /** Sends a test to all channels of the alert. It does not count towards the limit of messages in a day. */
    async test(workspaceId: WorkspaceId, id: string): Promise<TestResult[]> {
      const alert = await requireAlert(workspaceId, id);
      if (alert.targets.length === 0) throw new ApiError('no_channels');
      const now = clock();
      await limitTests(control, alert.id, now);
      const message = await buildTest(alert, now);
      return await Promise.all(
        alert.targets.map(async (target) => ({
          channel: nameTarget(target),
          error: await sendTo(target, alert, message, newUuid()).then(
            () => null,
            (error: unknown) => (error instanceof Error ? error.message : String(error)),
          ),
        })),
      );
    },
  };
}

const testIntervalMs = 30_000;

/** At most one test in 30 seconds: a button can be pressed often, and the recipients did not ask for it. */
async function limitTests({ db }: Control, id: string, now: number): Promise<void> {
  const taken = await db
    .updateTable('alerts')
    .set({ tested_at: now })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('tested_at', 'is', null), eb('tested_at', '<=', now - testIntervalMs)]))
    .returning('id')
    .executeTakeFirst();
  if (!taken) throw new ApiError('tested_recently');
}
