import * as z from 'zod';
import { type Bodies, idempotencyKey } from '../../contract/bodies.ts';
import { ApiError } from '../../contract/errors.ts';
import type { Intake, IntakeSender } from '../../ingest/intake.ts';
import { type AnyEndpoint, type Call, defineEndpoint } from '../define-endpoint.ts';

const accepted = z.object({
  accepted: z.literal(true).meta({ description: 'The record is queued on disk; reports show it shortly.' }),
  visitor_id: z.string(),
});

const visitor = '5f0c8a52-9f0e-4a3c-8a4e-0d3f5b1c2a77';

export function buildRecordEndpoints(bodies: Bodies, intake: Intake): AnyEndpoint[] {
  return [
    defineEndpoint({
      method: 'POST',
      path: '/pixel/events',
      operationId: 'recordEvent',
      tag: 'Records',
      summary: 'Record one pageview or custom event',
      description:
        'A retry with the same `event_id` or `Idempotency-Key` within 24 hours records nothing more.',
      scope: 'pixel:write',
      body: bodies.event,
      answer: {
        kind: 'data',
        schema: accepted.extend({ session_id: z.string() }),
        example: { accepted: true, visitor_id: visitor, session_id: '6f1d2c3b-51f0-4c39-9d0e-7a5f1f6b2c10' },
      },
      errors: ['invalid_body', 'invalid_idempotency_key', 'ingest_unavailable'],
      handle: (call) => intake.event(senderOf(call), call.body),
    }),
    defineEndpoint({
      method: 'POST',
      path: '/pixel/goals',
      operationId: 'recordGoal',
      tag: 'Records',
      summary: 'Record one goal conversion',
      description:
        'A retry with the same `event_id` or `Idempotency-Key` within 24 hours records nothing more.',
      scope: 'pixel:write',
      body: bodies.goal,
      answer: {
        kind: 'data',
        schema: accepted.extend({ goal_name: z.string() }),
        example: { accepted: true, visitor_id: visitor, goal_name: 'signup' },
      },
      errors: ['invalid_body', 'invalid_idempotency_key', 'ingest_unavailable'],
      handle: (call) => intake.goal(senderOf(call), call.body),
    }),
    defineEndpoint({
      method: 'POST',
      path: '/pixel/payments',
      operationId: 'recordPayment',
      tag: 'Records',
      summary: 'Record one payment',
      description:
        'A `transaction_id` counts once per website: repeating it answers the same and changes nothing.',
      scope: 'pixel:write',
      body: bodies.payment,
      answer: {
        kind: 'data',
        schema: accepted.extend({ transaction_id: z.string() }),
        example: { accepted: true, visitor_id: visitor, transaction_id: 'in_1042' },
      },
      errors: ['invalid_body', 'invalid_idempotency_key', 'ingest_unavailable'],
      handle: (call) => intake.payment(senderOf(call), call.body),
    }),
    defineEndpoint({
      method: 'POST',
      path: '/pixel/identify',
      operationId: 'identifyVisitor',
      tag: 'Records',
      summary: 'Attach an external identifier to a visitor',
      description:
        'The identifier is stored only as its SHA-256. What is sent here goes before whatever a browser says of the visitor or of the identifier, and its traits are not replaced by those of a browser.',
      scope: 'pixel:write',
      body: bodies.identity,
      answer: { kind: 'data', schema: accepted, example: { accepted: true, visitor_id: visitor } },
      errors: ['invalid_body', 'invalid_idempotency_key', 'identify_unavailable'],
      handle: (call) => intake.identity(senderOf(call), call.body),
    }),
  ];
}

function senderOf({ key, header }: Call): IntakeSender {
  const given = header('idempotency-key');
  if (given !== undefined && !idempotencyKey.safeParse(given).success) {
    throw new ApiError('invalid_idempotency_key');
  }
  return { workspaceId: key.workspaceId, idempotencyKey: given };
}
