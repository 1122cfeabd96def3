import * as z from 'zod';
import type { AutomationPage } from '../../automation/automation-page.ts';
import { listAlerts } from '../../automation/list-alerts.ts';
import { listGoals } from '../../automation/list-goals.ts';
import { listScheduledReports } from '../../automation/list-scheduled-reports.ts';
import { listShareLinks } from '../../automation/list-share-links.ts';
import { alertMetrics } from '../../contract/alert-rule.ts';
import type { WorkspaceId } from '../../contract/ids.ts';
import type { Control } from '../../store/control/open-control.ts';
import { type AnyEndpoint, defineEndpoint, type ListPage } from '../define-endpoint.ts';
import { pageParameters, parsePage } from '../page-parameters.ts';
import { requireWebsiteUuid, websiteUuidParameter } from '../website-uuid.ts';

const time = z.iso.datetime();
const timeOrNull = time.nullable();
const base = { id: z.uuid(), website_id: z.uuid(), name: z.string() };

const exampleBase = {
  id: '0190c7a4-8d1e-7c3b-9c55-1f6a2b3c4d5e',
  website_id: '0190c7a4-8d1e-7c3b-9c55-2b3c4d5e6f7a',
};
const exampleTime = '2026-03-01T09:30:00.000Z';

type ConfigurationList = {
  path: string;
  operationId: string;
  summary: string;
  row: z.ZodType;
  example: object;
  list(control: Control, workspaceId: WorkspaceId, page: AutomationPage): Promise<ListPage>;
};

const lists: readonly ConfigurationList[] = [
  {
    path: '/pixel/goals',
    operationId: 'listGoals',
    summary: 'Configured goals',
    row: z.object({
      ...base,
      type: z.enum(['event', 'page']),
      match: z
        .string()
        .meta({ description: 'Name of the event, or path in which `*` stands for any characters.' }),
      created_at: time,
    }),
    example: { ...exampleBase, name: 'Sign-up', type: 'event', match: 'signup', created_at: exampleTime },
    list: listGoals,
  },
  {
    path: '/pixel/alerts',
    operationId: 'listAlerts',
    summary: 'Alert rules',
    row: z.object({
      ...base,
      metric: z.string().meta({ description: `One of ${alertMetrics.join(', ')}.` }),
      condition: z.enum(['gt', 'lt', 'anomaly']).meta({
        description: 'Above, below, or unusual against the same hours of the last four weeks.',
      }),
      threshold: z.number().nullable().meta({ description: 'null where unusual figures count.' }),
      window_minutes: z.int(),
      channels: z
        .array(z.string())
        .meta({ description: 'Ways that messages go: email, webhook, slack, discord.' }),
      enabled: z.boolean(),
      last_triggered_at: timeOrNull,
      created_at: time,
    }),
    example: {
      ...exampleBase,
      name: 'Traffic drop',
      metric: 'visitors',
      condition: 'lt',
      threshold: 10,
      window_minutes: 60,
      channels: ['email'],
      enabled: true,
      last_triggered_at: null,
      created_at: exampleTime,
    },
    list: listAlerts,
  },
  {
    path: '/pixel/reports',
    operationId: 'listScheduledReports',
    summary: 'Scheduled reports',
    row: z.object({
      ...base,
      frequency: z.enum(['daily', 'weekly', 'monthly']),
      timezone: z.string(),
      recipient_count: z.int().meta({ description: 'Without those who unsubscribed.' }),
      segment_id: z.uuid().nullable(),
      next_run_at: timeOrNull,
      last_sent_at: timeOrNull,
      created_at: time,
    }),
    example: {
      ...exampleBase,
      name: 'Monday report',
      frequency: 'weekly',
      timezone: 'Europe/Berlin',
      recipient_count: 2,
      segment_id: null,
      next_run_at: '2026-03-09T07:00:00.000Z',
      last_sent_at: null,
      created_at: exampleTime,
    },
    list: listScheduledReports,
  },
  {
    path: '/pixel/share-links',
    operationId: 'listShareLinks',
    summary: 'Public share links',
    row: z.object({
      ...base,
      segment_id: z.uuid().nullable(),
      has_password: z.boolean(),
      expires_at: timeOrNull,
      last_viewed_at: timeOrNull,
      created_at: time,
    }),
    example: {
      ...exampleBase,
      name: 'For the board',
      segment_id: null,
      has_password: true,
      expires_at: null,
      last_viewed_at: null,
      created_at: exampleTime,
    },
    list: listShareLinks,
  },
];

export function buildConfigurationEndpoints(control: Control): AnyEndpoint[] {
  return lists.map(({ path, operationId, summary, row, example, list }) =>
    defineEndpoint({
      method: 'GET',
      path,
      operationId,
      tag: 'Configuration',
      summary,
      description: 'Newest first. They are made and edited in the dashboard.',
      scope: 'pixel:read',
      parameters: { website_id: websiteUuidParameter(false), ...pageParameters },
      answer: { kind: 'list', schema: row, example: [example] },
      errors: ['invalid_website', 'forbidden', 'invalid_limit', 'invalid_cursor'],
      async handle({ key, query }) {
        const websiteUuid = await requireWebsiteUuid(control, key.workspaceId, query);
        return list(control, key.workspaceId, { ...parsePage(query), websiteUuid });
      },
    }),
  );
}
