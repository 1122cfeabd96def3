import * as z from 'zod';
import { maximumRows, parseLimit } from '../contract/parameters.ts';
import { findSingle, type RawQuery } from '../contract/raw-query.ts';
import type { PageRequest } from '../store/control/page.ts';
import type { EndpointParameter } from './define-endpoint.ts';

const defaultRows = 100;

export function buildLimitParameter(fallback: number | undefined): Record<'limit', EndpointParameter> {
  const described = z
    .int()
    .min(1)
    .meta({ description: `Most rows; above ${maximumRows} it is ${maximumRows}.` });
  return { limit: { in: 'query', schema: fallback === undefined ? described : described.default(fallback) } };
}

export const limitParameter = buildLimitParameter(defaultRows);

export const pageParameters: Record<string, EndpointParameter> = {
  ...limitParameter,
  cursor: {
    in: 'query',
    schema: z.string().meta({
      description: '`pagination.next_cursor` of the page before. An invalid one restarts at the first page.',
    }),
  },
};

export function parseRowLimit(query: RawQuery): number {
  return parseLimit(query, defaultRows);
}

export function parsePage(query: RawQuery): PageRequest {
  return { limit: parseRowLimit(query), cursor: findSingle(query, 'cursor', 'invalid_cursor') };
}
