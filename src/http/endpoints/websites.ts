import * as z from 'zod';
import type { Control } from '../../store/control/open-control.ts';
import { listWebsites } from '../../websites/list-websites.ts';
import { type AnyEndpoint, defineEndpoint } from '../define-endpoint.ts';
import { limitParameter, pageParameters, parsePage, parseRowLimit } from '../page-parameters.ts';

const website = z.object({
  id: z.uuid().meta({ description: 'Internal ID, used by segment calls.' }),
  websiteId: z.string().meta({ description: 'Public ID, used by reports, writes and the script tag.' }),
  allowedDomains: z.array(z.string()),
  createdAt: z.iso.datetime(),
});

const example = {
  id: '0190c7a4-8d1e-7c3b-9c55-1f6a2b3c4d5e',
  websiteId: 'ff_pUb1icWebsiteId',
  allowedDomains: ['example.com'],
  createdAt: '2026-03-01T09:30:00.000Z',
};

export function buildWebsiteEndpoints(control: Control): AnyEndpoint[] {
  return [
    defineEndpoint({
      method: 'GET',
      path: '/pixel/websites',
      operationId: 'listWebsites',
      tag: 'Websites',
      summary: 'Websites, newest first',
      scope: 'pixel:read',
      parameters: pageParameters,
      answer: { kind: 'list', schema: website, example: [example] },
      errors: ['invalid_limit', 'invalid_cursor'],
      handle: ({ key, query }) => listWebsites(control, key.workspaceId, parsePage(query)),
    }),
    defineEndpoint({
      method: 'GET',
      path: '/pixel/analytics/metadata',
      operationId: 'getAnalyticsMetadata',
      tag: 'Websites',
      summary: 'Websites as one list',
      scope: 'pixel:read',
      parameters: limitParameter,
      answer: {
        kind: 'data',
        schema: z.object({ websites: z.array(website), workspace_id: z.string() }),
        example: { websites: [example], workspace_id: '0190c7a4-8d1e-7c3b-9c55-5e4d3c2b1a6f' },
      },
      errors: ['invalid_limit'],
      async handle({ key, query }) {
        const { items } = await listWebsites(control, key.workspaceId, { limit: parseRowLimit(query) });
        return { websites: items, workspace_id: key.workspaceId };
      },
    }),
  ];
}
