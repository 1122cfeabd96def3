/** The four endpoints that take records, each with the least that it accepts. */
import { expect } from 'vitest';
import type { ApiResponse } from '../../harness/api-client.ts';
import type { Tenant } from '../../harness/tenant.ts';

export type Body = Record<string, unknown>;
export type WriteEndpoint = { path: string; build(tenant: Tenant): Body };

export const events: WriteEndpoint = {
  path: '/pixel/events',
  build: ({ website }) => ({ website_id: website }),
};
export const goals: WriteEndpoint = {
  path: '/pixel/goals',
  build: ({ website }) => ({ website_id: website, goal_name: 'signup' }),
};
export const payments: WriteEndpoint = {
  path: '/pixel/payments',
  build: ({ website }) => ({ website_id: website, transaction_id: crypto.randomUUID(), amount: 1 }),
};
export const identify: WriteEndpoint = {
  path: '/pixel/identify',
  build: ({ website }) => ({ website_id: website, visitor_id: 'v1', external_id: 'customer-1' }),
};
export const writeEndpoints = [events, goals, payments, identify];

export function expectInvalid({ status, body, headers }: ApiResponse, ...fields: string[]): void {
  expect(body).toEqual({
    status: 'error',
    error: {
      code: 'invalid_body',
      message: expect.any(String),
      details: { fieldErrors: expect.any(Object), formErrors: [] },
    },
    meta: { request_id: headers.get('x-request-id') },
  });
  expect(status).toBe(400);
  const { fieldErrors } = body.error.details;
  expect(Object.keys(fieldErrors).sort()).toEqual(fields.sort());
  for (const problems of Object.values(fieldErrors)) {
    expect(problems).toEqual(expect.arrayContaining([expect.stringMatching(/\S/)]));
  }
}
