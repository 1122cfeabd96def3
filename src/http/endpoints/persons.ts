import * as z from 'zod';
import { erasureBody, type PersonBody, personBody } from '../../contract/bodies.ts';
import type { Clock } from '../../contract/clock.ts';
import { ApiError, type ErrorCode } from '../../contract/errors.ts';
import type { WorkspaceId } from '../../contract/ids.ts';
import { pathSegment } from '../../contract/parameters.ts';
import type { RecordErasure } from '../../ingest/erase-records.ts';
import { erasePerson } from '../../persons/erase-person.ts';
import { exportPerson } from '../../persons/export-person.ts';
import { findPerson } from '../../persons/find-person.ts';
import { listErasures, requireErasure } from '../../persons/list-erasures.ts';
import type { PersonName } from '../../persons/person.ts';
import type { Asking } from '../../persons/person-records.ts';
import { runOnEngine } from '../../reports/run-on-engine.ts';
import type { SharedEngine } from '../../store/analytics/analytics-engine.ts';
import type { Control } from '../../store/control/open-control.ts';
import { listPublicIds } from '../../websites/list-public-ids.ts';
import { type AnyEndpoint, type Call, defineEndpoint } from '../define-endpoint.ts';
import { pageParameters, parsePage } from '../page-parameters.ts';

export type PersonParts = {
  control: Control;
  clock: Clock;
  analytics: Pick<SharedEngine, 'openSources' | 'query'>;
  erasure: RecordErasure;
  serverId: string;
  /** Starts the rewrite of the files at once. */
  wakeRewrites(): Promise<void>;
};

const counts = z.record(z.string(), z.number());

const found = z.object({
  website_id: z.string(),
  visitor_ids: z.array(z.string()),
  identified: z.boolean(),
  first_seen: z.iso.datetime(),
  last_seen: z.iso.datetime(),
  sessions: z.number(),
  records: counts.meta({ description: 'How many records there are of each kind.' }),
});

const exported = z.object({
  website_id: z.string(),
  visitor_ids: z.array(z.string()),
  complete: z.boolean().meta({ description: 'False where there are over 100,000 records of a kind.' }),
  records: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
});

const receipt = z.object({
  id: z.uuid(),
  website_id: z.string().nullable().meta({ description: 'Null where it was about all websites.' }),
  named_by: z.enum(['visitor_id', 'external_id']),
  erased_by: z.string(),
  erased_at: z.iso.datetime(),
  visitors: z.number(),
  analytics: counts.meta({ description: 'Rows of the analytics tables.' }),
  spool: counts.meta({ description: 'Records that had not been stored.' }),
  control: counts.meta({ description: 'Answers that were kept for retries.' }),
  files_clean_at: z.iso.datetime().nullable().meta({
    description:
      'Since when the files themselves are free of it; null while that is to come, in the next night at the latest.',
  }),
});

const website = 'ff_pUb1icWebsiteId';
const visitor = '5f0c8a52-9f0e-4a3c-8a4e-0d3f5b1c2a77';

const foundExample = {
  website_id: website,
  visitor_ids: [visitor],
  identified: true,
  first_seen: '2026-03-01T12:00:00.000Z',
  last_seen: '2026-03-04T08:30:00.000Z',
  sessions: 3,
  records: { pageviews: 9, payments: 1, identities: 1 },
};

const exportedExample = {
  website_id: website,
  visitor_ids: [visitor],
  complete: true,
  records: { goals: [{ ts: '2026-03-01T12:00:00.000Z', visitor_id: visitor, name: 'signup', details: {} }] },
};

const receiptExample = {
  id: '0190c7a4-8d1e-7c3b-9c55-1f6a2b3c4d5e',
  website_id: website,
  named_by: 'external_id',
  erased_by: 'Support',
  erased_at: '2026-03-05T10:00:00.000Z',
  visitors: 1,
  analytics: { hits: 9, conversions: 0, payments: 1, identities: 1 },
  spool: { refused: 0 },
  control: { answers: 2 },
  files_clean_at: null,
};

const errors: readonly ErrorCode[] = [
  'invalid_body',
  'person_required',
  'forbidden',
  'upstream_unavailable',
  'analytics_error',
];

const id = pathSegment('id', 'invalid_id', 'The receipt.');

/** Not part of the spec. What names a person stands in the body, because URLs are written into logs. */
export function buildPersonEndpoints(parts: PersonParts): AnyEndpoint[] {
  const { control, clock, analytics, erasure, serverId } = parts;
  const engine: Asking['engine'] = {
    openSources: (tenant, options) => runOnEngine(() => analytics.openSources(tenant, options)),
    query: (question, options) => runOnEngine(() => analytics.query(question, options)),
  };
  const askingOf = ({ key, signal }: Call): Asking => ({ engine, workspaceId: key.workspaceId, signal });

  async function requireWebsites(workspaceId: WorkspaceId, websiteId: string | undefined): Promise<string[]> {
    const own: string[] = await listPublicIds(control, workspaceId);
    if (websiteId === undefined) return own;
    if (!own.includes(websiteId)) throw new ApiError('forbidden');
    return [websiteId];
  }

  const look = (operation: typeof findPerson | typeof exportPerson) => async (call: Call<PersonBody>) => {
    const name = requireName(call.body);
    const websites = await requireWebsites(call.key.workspaceId, call.body.website_id);
    await erasure.catchUp();
    return { websites: await operation(askingOf(call), websites, name) };
  };

  return [
    defineEndpoint({
      method: 'POST',
      path: '/pixel/persons/find',
      operationId: 'findPerson',
      tag: 'Persons',
      summary: 'What is recorded of a person',
      description:
        'Visitors who were identified by the same external ID are one person. The list has the websites that know them, and is empty where nothing is recorded.',
      scope: 'pixel:read',
      body: personBody,
      answer: {
        kind: 'data',
        schema: z.object({ websites: z.array(found) }),
        example: { websites: [foundExample] },
      },
      errors,
      handle: look(findPerson),
    }),
    defineEndpoint({
      method: 'POST',
      path: '/pixel/persons/export',
      operationId: 'exportPerson',
      tag: 'Persons',
      summary: 'Everything recorded of a person',
      scope: 'pixel:read',
      body: personBody,
      answer: {
        kind: 'data',
        schema: z.object({ websites: z.array(exported) }),
        example: { websites: [exportedExample] },
      },
      errors,
      handle: look(exportPerson),
    }),
    defineEndpoint({
      method: 'POST',
      path: '/pixel/persons/erase',
      operationId: 'erasePerson',
      tag: 'Persons',
      summary: 'Erase a person for ever',
      description:
        'All that was accepted before the call goes, also what is not stored yet. The answer is a receipt, which is kept and does not say who it was.',
      scope: 'pixel:write',
      isForOwners: true,
      body: erasureBody,
      answer: { kind: 'data', schema: receipt, example: receiptExample },
      errors,
      async handle(call) {
        const { website_id: websiteId, rewrite_now } = call.body;
        const name = requireName(call.body);
        const websiteIds = await requireWebsites(call.key.workspaceId, websiteId);
        const made = await erasePerson(
          { control, clock, serverId, catchUp: erasure.catchUp, eraseRecords: erasure.erase },
          askingOf(call),
          { websiteIds, websiteId: websiteId ?? null, name, erasedBy: call.key.name },
        );
        if (rewrite_now) await parts.wakeRewrites();
        return made;
      },
    }),
    defineEndpoint({
      method: 'GET',
      path: '/pixel/erasures',
      operationId: 'listErasures',
      tag: 'Persons',
      summary: 'Receipts of erasures',
      description: 'The newest first.',
      scope: 'pixel:read',
      parameters: pageParameters,
      answer: { kind: 'list', schema: receipt, example: [receiptExample] },
      errors: ['invalid_limit', 'invalid_cursor'],
      handle: ({ key, query }) => listErasures(control, key.workspaceId, parsePage(query)),
    }),
    defineEndpoint({
      method: 'GET',
      path: '/pixel/erasures/:id',
      operationId: 'getErasure',
      tag: 'Persons',
      summary: 'The receipt of an erasure',
      scope: 'pixel:read',
      parameters: { id },
      answer: { kind: 'data', schema: receipt, example: receiptExample },
      errors: ['invalid_id', 'not_found'],
      handle: ({ key, query }) => requireErasure(control, key.workspaceId, id.parse(query)),
    }),
  ];
}

/** Exactly one of the two: with both, one would be ignored, and an erasure cannot be undone. */
function requireName({ visitor_id, external_id }: PersonBody): PersonName {
  const isGiven = (text: string | undefined): text is string => text !== undefined && text.trim() !== '';
  if (isGiven(visitor_id) && external_id === undefined) return { visitorId: visitor_id };
  if (isGiven(external_id) && visitor_id === undefined) return { externalId: external_id };
  throw new ApiError('person_required');
}
