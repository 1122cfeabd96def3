import * as z from 'zod';
import { listEvents } from '../../alerts/list-events.ts';
import type { NewTarget } from '../../automation/alert-rule.ts';
import { automationName, segmentChoice } from '../../automation/bodies.ts';
import { createAlert } from '../../automation/create-alert.ts';
import { deleteAutomation } from '../../automation/delete-automation.ts';
import { listOwnAlerts } from '../../automation/list-alerts.ts';
import { updateAlert } from '../../automation/update-alert.ts';
import { alertMetrics, longestWindowMinutes, shortestWindowMinutes } from '../../contract/alert-rule.ts';
import { DeliveryRefused } from '../../contract/delivery-refused.ts';
import { emailText } from '../../contract/email.ts';
import { ApiError } from '../../contract/errors.ts';
import { parseWebhookUrl } from '../../webhooks/webhook-url.ts';
import type { AppParts } from './app-parts.ts';
import { type AnyRoute, defineRoute } from './define-route.ts';

const url = z.string().min(1).max(2048);
const target = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('email'), address: emailText }),
  z.object({ kind: z.enum(['webhook', 'slack', 'discord']), url }),
]);
const targets = z.array(target).max(10);
const metric = z.enum(alertMetrics);
const condition = z.enum(['gt', 'lt', 'anomaly']);
const threshold = z.number().nullable();
const windowMinutes = z.int().min(shortestWindowMinutes).max(longestWindowMinutes);

export function buildAlertRoutes(parts: AppParts): AnyRoute[] {
  return [...buildEditingRoutes(parts), ...buildWatchingRoutes(parts)];
}

function buildEditingRoutes({ control, clock, webhookRules }: AppParts): AnyRoute[] {
  /**
   * Judges an address before it is used; it is checked again when used, because its name may resolve to another by
   * then.
   */
  const refusePrivate = (given: readonly NewTarget[]) => {
    for (const each of given) if (each.kind !== 'email') requireUsableUrl(each.url, webhookRules);
  };
  return [
    defineRoute({
      method: 'GET',
      path: '/alerts',
      access: 'member',
      handle: ({ workspace }) => listOwnAlerts(control, workspace.id),
    }),
    defineRoute({
      method: 'POST',
      path: '/alerts',
      access: 'member',
      status: 201,
      body: z.object({
        websiteId: z.string().max(255),
        name: automationName,
        metric,
        condition: condition.default('lt'),
        threshold: threshold.default(null),
        windowMinutes,
        targets: targets.default([]),
        enabled: z.boolean().default(true),
        segmentId: segmentChoice.optional(),
      }),
      async handle({ workspace, body: { websiteId, segmentId, ...alert } }) {
        refusePrivate(alert.targets);
        const input = { ...alert, websiteUuid: websiteId, segmentId: segmentId ?? undefined };
        return createAlert(control, workspace.id, input, clock);
      },
    }),
    defineRoute({
      method: 'PATCH',
      path: '/alerts/:id',
      access: 'member',
      body: z.object({
        name: automationName.optional(),
        metric: metric.optional(),
        condition: condition.optional(),
        threshold: threshold.optional(),
        windowMinutes: windowMinutes.optional(),
        targets: targets.optional(),
        enabled: z.boolean().optional(),
        segmentId: segmentChoice.optional(),
      }),
      async handle({ workspace, params, body }) {
        refusePrivate(body.targets ?? []);
        return updateAlert(control, workspace.id, params.id ?? '', body, clock());
      },
    }),
    defineRoute({
      method: 'DELETE',
      path: '/alerts/:id',
      access: 'member',
      handle: ({ workspace, params }) => deleteAutomation(control, 'alerts', workspace.id, params.id ?? ''),
    }),
  ];
}

function buildWatchingRoutes({ control, alerting }: AppParts): AnyRoute[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/alerts/:id/events',
      access: 'member',
      handle: ({ workspace, params }) => listEvents(control, workspace.id, params.id ?? ''),
    }),
    defineRoute({
      method: 'POST',
      path: '/alerts/:id/test',
      access: 'member',
      handle: ({ workspace, params }) => alerting.test(workspace.id, params.id ?? ''),
    }),
  ];
}

function requireUsableUrl(text: string, rules: AppParts['webhookRules']): void {
  try {
    parseWebhookUrl(text, rules);
  } catch (error) {
    if (!(error instanceof DeliveryRefused)) throw error;
    const details = { fieldErrors: { targets: [error.message] }, formErrors: [] };
    throw new ApiError('invalid_body', { message: error.message, details });
  }
}
