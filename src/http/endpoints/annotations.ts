import * as z from 'zod';
import type { AnnotatedTime } from '../../annotations/annotation.ts';
import { createAnnotation } from '../../annotations/create-annotation.ts';
import { deleteAnnotation } from '../../annotations/delete-annotation.ts';
import { listAnnotations } from '../../annotations/list-annotations.ts';
import { updateAnnotation } from '../../annotations/update-annotation.ts';
import { annotationBody, annotationPatch } from '../../contract/bodies.ts';
import type { Clock } from '../../contract/clock.ts';
import { ApiError } from '../../contract/errors.ts';
import { pathSegment } from '../../contract/parameters.ts';
import type { RawQuery } from '../../contract/raw-query.ts';
import { parseGivenDays, restDates } from '../../reports/question/date-range.ts';
import type { Control } from '../../store/control/open-control.ts';
import { type AnyEndpoint, defineEndpoint, type EndpointParameter } from '../define-endpoint.ts';
import { pageParameters, parsePage } from '../page-parameters.ts';
import { requireWebsiteUuid, websiteUuidParameter } from '../website-uuid.ts';

const annotation = z.object({
  id: z.uuid(),
  website_id: z.uuid(),
  day: z.iso.date().meta({ description: "The day it is about; of a moment, that in the workspace's zone." }),
  at: z.iso.datetime().nullable().meta({ description: 'The moment; null where only the day is known.' }),
  note: z.string(),
  author: z.string().meta({ description: 'The name of the API key, or who wrote it in the dashboard.' }),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});

const example = {
  id: '0190c7a4-8d1e-7c3b-9c55-1f6a2b3c4d5e',
  website_id: '0190c7a4-8d1e-7c3b-9c55-2b3c4d5e6f7a',
  day: '2026-03-01',
  at: '2026-03-01T12:00:00.000Z',
  note: 'Released version 2.4',
  author: 'Deployments',
  created_at: '2026-03-01T12:00:03.000Z',
  updated_at: '2026-03-01T12:00:03.000Z',
};

const id = pathSegment('id', 'invalid_id', 'The annotation.');

const dayParameters: Record<string, EndpointParameter> = {
  from_date: { in: 'query', schema: z.iso.date().meta({ description: 'First day, YYYY-MM-DD.' }) },
  to_date: { in: 'query', schema: z.iso.date().meta({ description: 'Last day, included.' }) },
};

export function buildAnnotationEndpoints(control: Control, clock: Clock): AnyEndpoint[] {
  return [
    defineEndpoint({
      method: 'GET',
      path: '/pixel/annotations',
      operationId: 'listAnnotations',
      tag: 'Annotations',
      summary: 'Annotations of one website or of all',
      description: 'The newest written first.',
      scope: 'pixel:read',
      parameters: { website_id: websiteUuidParameter(false), ...dayParameters, ...pageParameters },
      answer: { kind: 'list', schema: annotation, example: [example] },
      errors: [
        'invalid_website',
        'forbidden',
        'invalid_from_date',
        'invalid_to_date',
        'invalid_limit',
        'invalid_cursor',
      ],
      async handle({ key, query }) {
        const websiteUuid = await requireWebsiteUuid(control, key.workspaceId, query);
        const page = { ...parsePage(query), ...parseDays(query), websiteUuid };
        return listAnnotations(control, key.workspaceId, page);
      },
    }),
    defineEndpoint({
      method: 'POST',
      path: '/pixel/annotations',
      operationId: 'createAnnotation',
      tag: 'Annotations',
      summary: 'Annotate a day or a moment',
      description: 'For deployments, campaigns and whatever else explains a number later.',
      scope: 'pixel:write',
      body: annotationBody,
      status: 201,
      answer: { kind: 'data', schema: annotation, example },
      errors: ['invalid_body', 'not_found'],
      handle: ({ key, body: { website_id: websiteUuid, note, ...when } }) =>
        createAnnotation(
          control,
          key.workspaceId,
          { websiteUuid, note, author: key.name, time: findTime(when) },
          clock,
        ),
    }),
    defineEndpoint({
      method: 'PATCH',
      path: '/pixel/annotations/:id',
      operationId: 'updateAnnotation',
      tag: 'Annotations',
      summary: 'Change the note or the day of an annotation',
      scope: 'pixel:write',
      parameters: { id },
      body: annotationPatch,
      answer: { kind: 'data', schema: annotation, example },
      errors: ['invalid_id', 'invalid_body', 'empty_patch', 'not_found'],
      handle({ key, query, body: { note, ...when } }) {
        const annotationId = id.parse(query);
        const time = findTime(when);
        if (note === undefined && time === undefined) throw new ApiError('empty_patch');
        return updateAnnotation(control, key.workspaceId, annotationId, { note, time }, clock);
      },
    }),
    defineEndpoint({
      method: 'DELETE',
      path: '/pixel/annotations/:id',
      operationId: 'deleteAnnotation',
      tag: 'Annotations',
      summary: 'Delete an annotation',
      scope: 'pixel:write',
      parameters: { id },
      answer: {
        kind: 'data',
        schema: z.object({ id: z.uuid(), deleted: z.literal(true) }),
        example: { id: example.id, deleted: true },
      },
      errors: ['invalid_id', 'not_found'],
      handle: async ({ key, query }) => ({
        id: await deleteAnnotation(control, key.workspaceId, id.parse(query)),
        deleted: true,
      }),
    }),
  ];
}

type When = { day?: string | undefined; at?: number | undefined };

function findTime({ day, at }: When): AnnotatedTime | undefined {
  if (day !== undefined) return { day };
  return at === undefined ? undefined : { at };
}

export type GivenDays = { firstDay: string | undefined; lastDay: string | undefined };

export function parseDays(query: RawQuery): GivenDays {
  const { from, to } = parseGivenDays(query, restDates);
  return { firstDay: writeDay(from), lastDay: writeDay(to) };
}

function writeDay(start: number | undefined): string | undefined {
  return start === undefined ? undefined : new Date(start).toISOString().slice(0, 10);
}
