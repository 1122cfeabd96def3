import { choice } from '../../contract/parameters.ts';

export const modelNames = ['last_non_direct', 'first', 'last', 'linear'] as const;

export type Model = (typeof modelNames)[number];

export const model = choice(
  'model',
  'invalid_model',
  modelNames,
  'last_non_direct',
  'Which sessions a payment is credited to: the last that was not direct, the first, the last, or all of them in equal shares.',
);
