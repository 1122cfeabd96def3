import * as z from 'zod';
import { segmentBody, segmentPatch } from '../../contract/bodies.ts';
import type { Clock } from '../../contract/clock.ts';
import { ApiError } from '../../contract/errors.ts';
import { jsonObject } from '../../contract/json-object.ts';
import { pathSegment } from '../../contract/parameters.ts';
import { createSegment } from '../../segments/create-segment.ts';
import { deleteSegment } from '../../segments/delete-segment.ts';
import { listSegments } from '../../segments/list-segments.ts';
import { requireSegment } from '../../segments/require-segment.ts';
import { updateSegment } from '../../segments/update-segment.ts';
import type { Control } from '../../store/control/open-control.ts';
import { type AnyEndpoint, defineEndpoint } from '../define-endpoint.ts';
import { pageParameters, parsePage } from '../page-parameters.ts';
import { requireWebsiteUuid, websiteUuidParameter } from '../website-uuid.ts';

const segment = z.object({
  id: z.uuid(),
  website_id: z.uuid(),
  name: z.string(),
  filters: jsonObject,
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});

const example = {
  id: '0190c7a4-8d1e-7c3b-9c55-1f6a2b3c4d5e',
  website_id: '0190c7a4-8d1e-7c3b-9c55-2b3c4d5e6f7a',
  name: 'Mobile visitors from Germany',
  filters: { country: 'DE', device: 'mobile' },
  created_at: '2026-03-01T09:30:00.000Z',
  updated_at: '2026-03-01T09:30:00.000Z',
};

const id = pathSegment('id', 'invalid_id', 'The segment.');

export function buildSegmentEndpoints(control: Control, clock: Clock): AnyEndpoint[] {
  return [
    defineEndpoint({
      method: 'GET',
      path: '/pixel/segments',
      operationId: 'listSegments',
      tag: 'Segments',
      summary: 'Saved segments of one website',
      scope: 'pixel:read',
      parameters: { website_id: websiteUuidParameter(true), ...pageParameters },
      answer: { kind: 'list', schema: segment, example: [example] },
      errors: ['invalid_website', 'forbidden', 'invalid_limit', 'invalid_cursor'],
      async handle({ key, query }) {
        const websiteUuid = await requireWebsiteUuid(control, key.workspaceId, query);
        if (websiteUuid === undefined) throw new ApiError('invalid_website');
        return listSegments(control, key.workspaceId, { ...parsePage(query), websiteUuid });
      },
    }),
    defineEndpoint({
      method: 'POST',
      path: '/pixel/segments',
      operationId: 'createSegment',
      tag: 'Segments',
      summary: 'Save a segment',
      scope: 'pixel:write',
      body: segmentBody,
      status: 201,
      answer: { kind: 'data', schema: segment, example },
      errors: ['invalid_body', 'not_found', 'duplicate_name'],
      handle: ({ key, body }) =>
        createSegment(
          control,
          key.workspaceId,
          { websiteUuid: body.website_id, name: body.name, filters: body.filters },
          clock,
        ),
    }),
    defineEndpoint({
      method: 'PATCH',
      path: '/pixel/segments/:id',
      operationId: 'updateSegment',
      tag: 'Segments',
      summary: 'Rename a segment or replace its filters',
      scope: 'pixel:write',
      parameters: { id },
      body: segmentPatch,
      answer: { kind: 'data', schema: segment, example },
      errors: ['invalid_id', 'invalid_body', 'empty_patch', 'not_found', 'duplicate_name'],
      handle({ key, query, body }) {
        const segmentId = id.parse(query);
        if (body.name === undefined && body.filters === undefined) throw new ApiError('empty_patch');
        return updateSegment(control, key.workspaceId, segmentId, body, clock);
      },
    }),
    defineEndpoint({
      method: 'DELETE',
      path: '/pixel/segments/:id',
      operationId: 'deleteSegment',
      tag: 'Segments',
      summary: 'Delete a segment',
      scope: 'pixel:write',
      parameters: { id },
      answer: {
        kind: 'data',
        schema: z.object({ id: z.uuid(), deleted: z.literal(true) }),
        example: { id: example.id, deleted: true },
      },
      errors: ['invalid_id', 'not_found'],
      handle: async ({ key, query }) => ({
        id: await deleteSegment(control, key.workspaceId, id.parse(query)),
        deleted: true,
      }),
    }),
    defineEndpoint({
      method: 'POST',
      path: '/pixel/segments/:id/apply',
      operationId: 'applySegment',
      tag: 'Segments',
      summary: "A segment's filters",
      description: 'Needs no body.',
      scope: 'pixel:read',
      parameters: { id },
      answer: {
        kind: 'data',
        schema: z.object({ id: z.uuid(), filters: jsonObject }),
        example: { id: example.id, filters: example.filters },
      },
      errors: ['invalid_id', 'not_found'],
      async handle({ key, query }) {
        const found = await requireSegment(control, key.workspaceId, id.parse(query));
        return { id: found.id, filters: found.filters };
      },
    }),
  ];
}
