import { afterAll, beforeAll, expect, it } from 'vitest';
import { catalogue } from '../../src/reports/catalogue.ts';
import { type Deployment, startDeployment } from './comparison/deployment.ts';
import { describeFailure } from './comparison/describe-failure.ts';
import { runWorlds } from './comparison/run-worlds.ts';
import { shrinkFailure } from './comparison/shrink-failure.ts';

// A deployment of its own: a smaller world is tried out in no time where hundreds of others are not settled with it.
let deployment: Deployment;
beforeAll(async () => {
  deployment = await startDeployment('embedded');
});
afterAll(() => deployment?.stop());

it('finds a report that forgets its filters, and a world of one record that shows it', async () => {
  const reports = catalogue.map((report) =>
    report.name === 'devices'
      ? {
          ...report,
          sql: (...[scope, inputs]: Parameters<typeof report.sql>) => report.sql(scope.unfiltered(), inputs),
        }
      : report,
  );
  const broken = { ...deployment, reports };
  // A world of seven steps: to make it smaller by one takes a second.
  const { failures } = await runWorlds(broken, {
    worlds: 1,
    seed: 17,
    questionsPerWorld: 3,
    report: 'devices',
  });
  expect(new Set(failures.map(({ question }) => question.report))).toEqual(new Set(['devices']));
  const [failure] = failures;
  if (!failure) throw new Error('Nothing was found.');
  expect(failure.world.steps.length).toBeGreaterThan(1);
  expect(await shrinkFailure(broken, failure, 0), 'without any time').toBe(failure);
  const smallest = await shrinkFailure(broken, failure);
  expect(smallest.world.steps).toHaveLength(1);
  expect(smallest.world.goals).toEqual([]);
  expect(smallest.got).not.toEqual(smallest.expected);
  const told = describeFailure(smallest, 17).split('\n');
  expect(told.slice(0, 2)).toEqual(['seed 17, world 0, before settling', 'steps [']);
  expect(told.map((line) => line.split(' ')[0])).toEqual(
    expect.arrayContaining(['report', 'query', 'expected', 'got']),
  );
});
