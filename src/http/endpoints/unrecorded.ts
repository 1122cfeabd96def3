import * as z from 'zod';
import { ApiError } from '../../contract/errors.ts';
import { type AnyEndpoint, defineEndpoint } from '../define-endpoint.ts';

/** Location is recorded at country level, so these two exist only to say so (spec, Endpoint table). */
export const unrecordedEndpoints: readonly AnyEndpoint[] = ['regions', 'cities'].map((name) =>
  defineEndpoint({
    method: 'GET',
    path: `/pixel/analytics/${name}`,
    operationId: `get${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    tag: 'Reports',
    summary: `Never available: ${name} are not recorded`,
    description: 'Location is recorded at country level only. Always 503; do not retry, use countries.',
    scope: 'pixel:read',
    answer: { kind: 'data', schema: z.never(), example: undefined },
    errors: ['upstream_unavailable'],
    async handle() {
      throw new ApiError('upstream_unavailable', {
        message: `Location is recorded at country level: ${name} are never available. Use countries; do not retry.`,
      });
    },
  }),
);
