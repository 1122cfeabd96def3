import { modelOf } from '../model.ts';
import { buildQuery } from '../worlds/build-query.ts';
import type { Failure } from './run-batch.ts';

const names = { a: 'a', b: 'b', c: 'c', d: 'd', nobody: 'nobody' };

/**
 * All that is needed to see a difference again and to understand it: the seed and the world first, then the question and
 * both answers. `runSeed` is that of the run, in which the world has a number.
 */
export function describeFailure(
  { world, question, expected, got, moment }: Failure,
  runSeed: number,
): string {
  const { path, name, title } = modelOf(question.report);
  const address = question.surface === 'rest' ? path : name && `/pixel/metrics/${name}`;
  const query = buildQuery(question, names);
  return [
    `seed ${runSeed}, world ${world.seed - runSeed}, ${moment}`,
    `steps [\n${world.steps.map((step) => `  ${showStep(step)}`).join(',\n')}\n]`,
    ...(world.goals.length > 0 ? [`goals ${JSON.stringify(world.goals)}`] : []),
    `report ${question.report} (${address ?? title})`,
    `workspace ${question.workspace}, retention ${world.retentionDays[question.workspace] ?? 'none'}`,
    `now ${new Date(world.era.second).toISOString()}, first half sent ${new Date(world.era.first).toISOString()}`,
    `query ${JSON.stringify(query)}`,
    `expected ${showRows(expected)}`,
    `got ${typeof got === 'string' ? got : showRows(got)}`,
  ].join('\n');
}

const showRows = (rows: readonly object[]): string =>
  rows.length === 0 ? '[]' : `[\n${rows.map((row) => `  ${JSON.stringify(row)}`).join(',\n')}\n]`;

function showStep(step: object): string {
  const time = 'ts' in step ? { at: new Date(Number(step.ts)).toISOString() } : {};
  return JSON.stringify({ ...step, ...time });
}
