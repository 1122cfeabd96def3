import * as z from 'zod';
import { automationName, segmentChoice } from '../../automation/bodies.ts';
import { createScheduledReport } from '../../automation/create-scheduled-report.ts';
import { deleteAutomation } from '../../automation/delete-automation.ts';
import { listOwnReports } from '../../automation/list-scheduled-reports.ts';
import { updateScheduledReport } from '../../automation/update-scheduled-report.ts';
import { emailText } from '../../contract/email.ts';
import { isTimeZone } from '../../contract/time-zone.ts';
import type { AppParts } from './app-parts.ts';
import { type AnyRoute, defineRoute } from './define-route.ts';
import { buildLink } from './links.ts';

const timezone = z.string().refine(isTimeZone, 'Choose a time zone of IANA, such as Europe/Berlin');
const frequency = z.enum(['daily', 'weekly', 'monthly']);
const hour = z.int().min(0).max(23);
const recipients = z.array(emailText).min(1).max(50);

/** The preview holds its pictures, and may run nothing. */
const previewPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'";

export function buildScheduledReportRoutes(parts: AppParts): AnyRoute[] {
  return [...buildEditingRoutes(parts), ...buildSendingRoutes(parts)];
}

function buildEditingRoutes({ control, clock }: AppParts): AnyRoute[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/reports',
      access: 'member',
      handle: ({ workspace }) => listOwnReports(control, workspace.id),
    }),
    defineRoute({
      method: 'POST',
      path: '/reports',
      access: 'member',
      status: 201,
      body: z.object({
        websiteId: z.string().max(255),
        name: automationName,
        frequency,
        timezone,
        hour: hour.default(8),
        recipients,
        segmentId: segmentChoice.optional(),
      }),
      handle: ({ workspace, body: { websiteId, segmentId, ...report } }) =>
        createScheduledReport(
          control,
          workspace.id,
          { ...report, websiteUuid: websiteId, segmentId: segmentId ?? undefined },
          clock,
        ),
    }),
    defineRoute({
      method: 'PATCH',
      path: '/reports/:id',
      access: 'member',
      body: z.object({
        name: automationName.optional(),
        frequency: frequency.optional(),
        timezone: timezone.optional(),
        hour: hour.optional(),
        recipients: recipients.optional(),
        segmentId: segmentChoice.optional(),
      }),
      handle: ({ workspace, params, body }) =>
        updateScheduledReport(control, workspace.id, params.id ?? '', body, clock()),
    }),
    defineRoute({
      method: 'DELETE',
      path: '/reports/:id',
      access: 'member',
      handle: ({ workspace, params }) =>
        deleteAutomation(control, 'scheduled_reports', workspace.id, params.id ?? ''),
    }),
  ];
}

function buildSendingRoutes(parts: AppParts): AnyRoute[] {
  const { reportMails, wakeDeliveries } = parts;
  return [
    defineRoute({
      method: 'GET',
      path: '/reports/:id/preview',
      access: 'member',
      async handle({ workspace, params, request, reply }) {
        const page = await reportMails.preview(workspace.id, params.id ?? '', buildLink(parts, request, ''));
        reply.type('text/html; charset=utf-8').headers({
          'content-security-policy': previewPolicy,
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
        });
        return page;
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/reports/:id/send',
      access: 'member',
      status: 202,
      async handle({ workspace, params }) {
        const sent = await reportMails.sendNow(workspace.id, params.id ?? '');
        await wakeDeliveries();
        return sent;
      },
    }),
  ];
}
