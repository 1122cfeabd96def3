import * as z from 'zod';
import { ApiError } from '../../contract/errors.ts';
import type { Parameter } from '../../contract/parameters.ts';
import { findSingle, splitList } from '../../contract/raw-query.ts';

/** A step of a funnel: views of a path, of all paths that begin with it, or conversions of a name. */
export type FunnelStep = {
  /** As given. */
  name: string;
  kind: 'page' | 'pages' | 'goal';
  value: string;
};

const fewestSteps = 2;
export const mostSteps = 10;

export const funnelSteps: Parameter<FunnelStep[]> = {
  in: 'query',
  code: 'invalid_steps',
  missingCode: 'steps_required',
  schema: z.string().meta({
    description:
      '2 to 10 of `page:/path` and `goal:name`, separated by commas. A path that ends in `*` stands for all that begin so; a comma inside a step is written `\\,`.',
    example: 'page:/pricing,page:/checkout*,goal:signup',
  }),
  parse(query) {
    if (query.steps === undefined) throw new ApiError('steps_required');
    const steps = splitList(findSingle(query, 'steps', 'invalid_steps') ?? '').map(parseStep);
    if (steps.length < fewestSteps || steps.length > mostSteps) {
      throw refusal(`a funnel has ${fewestSteps} to ${mostSteps} steps`);
    }
    return steps;
  },
};

export function parseStep(name: string): FunnelStep {
  const [, word, value = ''] = /^(page|goal):(.+)$/s.exec(name) ?? [];
  if (word === 'goal') return { name, kind: 'goal', value };
  if (word !== 'page') throw refusal('a step is page:/path or goal:name');
  return value.endsWith('*')
    ? { name, kind: 'pages', value: value.slice(0, -1) }
    : { name, kind: 'page', value };
}

function refusal(reason: string): ApiError {
  return new ApiError('invalid_steps', { message: `steps: ${reason}`, details: { reason } });
}
