import * as z from 'zod';
import { ApiError, type ErrorCode } from '../../contract/errors.ts';
import { findSingle, type RawQuery } from '../../contract/raw-query.ts';
import { addDays } from '../../contract/time-zone.ts';
import type { WebsiteDirectory } from '../../contract/website-directory.ts';
import type { DeletionTarget, RecordDeletion } from '../../ingest/delete-records.ts';
import { parseGivenDays, restDates } from '../../reports/question/date-range.ts';
import type { Choice } from '../../store/analytics/analytics-engine.ts';
import { type AnyEndpoint, type Call, defineEndpoint, type EndpointParameter } from '../define-endpoint.ts';

const text = (description: string, required = false): EndpointParameter => ({
  in: 'query',
  required,
  schema: z.string().meta({ description }),
});

const spanParameters: Record<string, EndpointParameter> = {
  from_date: {
    in: 'query',
    schema: z.iso.date().meta({ description: 'First day (UTC); goes with to_date.' }),
  },
  to_date: { in: 'query', schema: z.iso.date().meta({ description: 'Last day, included.' }) },
};

const answer = {
  kind: 'data',
  schema: z.object({ deleted: z.string().meta({ description: 'Number of records deleted.' }) }),
  example: { deleted: '3' },
} as const;

const errors: readonly ErrorCode[] = [
  'website_id_required',
  'invalid_website_id',
  'forbidden',
  'filter_required',
  'from_date_and_to_date_required',
  'invalid_from_date',
  'invalid_to_date',
  'invalid_visitor_id',
  'upstream_unavailable',
  'analytics_error',
];

export function buildDeletionEndpoints(
  deletion: RecordDeletion,
  websites: Pick<WebsiteDirectory, 'has'>,
): AnyEndpoint[] {
  async function requireTarget({ key, query }: Call): Promise<DeletionTarget> {
    const websiteId = findSingle(query, 'website_id', 'invalid_website_id');
    if (websiteId === undefined) throw new ApiError('website_id_required');
    if (!(await websites.has(key.workspaceId, websiteId))) throw new ApiError('forbidden');
    return { workspaceId: key.workspaceId, websiteId };
  }

  return [
    defineEndpoint({
      method: 'DELETE',
      path: '/pixel/goals',
      operationId: 'deleteGoalConversions',
      tag: 'Records',
      summary: 'Delete goal conversions for ever',
      description:
        'Custom events are conversions too. At least one of goal_name, visitor_id and both dates is needed.',
      scope: 'pixel:write',
      isForOwners: true,
      parameters: {
        website_id: text('Public ID of the website.', true),
        goal_name: text('Only this goal.'),
        visitor_id: text('Only this visitor.'),
        ...spanParameters,
      },
      answer,
      errors: [...errors, 'invalid_goal_name'],
      async handle(call) {
        const target = await requireTarget(call);
        const goalName = findSingle(call.query, 'goal_name', 'invalid_goal_name');
        const visitorId = findSingle(call.query, 'visitor_id', 'invalid_visitor_id');
        const span = parseSpan(call.query);
        requireNarrowing(goalName, visitorId, span);
        refuseEmpty(call.query, { ...narrowing, goal_name: 'invalid_goal_name' });
        return { deleted: await deletion.conversions(target, { name: goalName, visitorId, span }) };
      },
    }),
    defineEndpoint({
      method: 'DELETE',
      path: '/pixel/payments',
      operationId: 'deletePayments',
      tag: 'Records',
      summary: 'Delete payments for ever',
      description:
        'At least one of transaction_id, visitor_id and both dates is needed. A deleted transaction may be sent again.',
      scope: 'pixel:write',
      isForOwners: true,
      parameters: {
        website_id: text('Public ID of the website.', true),
        transaction_id: text('Only this transaction.'),
        visitor_id: text('Only this visitor.'),
        ...spanParameters,
      },
      answer,
      errors: [...errors, 'invalid_transaction_id'],
      async handle(call) {
        const target = await requireTarget(call);
        const transactionId = findSingle(call.query, 'transaction_id', 'invalid_transaction_id');
        const visitorId = findSingle(call.query, 'visitor_id', 'invalid_visitor_id');
        const span = parseSpan(call.query);
        requireNarrowing(transactionId, visitorId, span);
        refuseEmpty(call.query, { ...narrowing, transaction_id: 'invalid_transaction_id' });
        return { deleted: await deletion.payments(target, { name: transactionId, visitorId, span }) };
      },
    }),
  ];
}

function requireNarrowing(...choices: unknown[]): void {
  if (choices.every((choice) => choice === undefined)) throw new ApiError('filter_required');
}

const narrowing: Record<string, ErrorCode> = {
  visitor_id: 'invalid_visitor_id',
  from_date: 'invalid_from_date',
  to_date: 'invalid_to_date',
};

/** A filter that was left empty by mistake would delete more than was asked for, and for ever. */
function refuseEmpty(query: RawQuery, codes: Record<string, ErrorCode>): void {
  for (const [name, code] of Object.entries(codes)) if (query[name] === '') throw new ApiError(code);
}

function parseSpan(query: RawQuery): Choice['span'] {
  const { from, to } = parseGivenDays(query, restDates);
  if (from === undefined && to === undefined) return undefined;
  if (from === undefined || to === undefined) throw new ApiError('from_date_and_to_date_required');
  return { from: Math.max(0, from), to: Math.max(0, addDays(to, 1)) };
}
