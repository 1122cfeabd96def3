import { expect, it } from 'vitest';
import { catalogue } from '../../src/reports/catalogue.ts';
import { runWorlds } from './comparison/run-worlds.ts';
import { shrinkFailure } from './comparison/shrink-failure.ts';
import { describeModel } from './describe-model.ts';
import { nameOf } from './worlds/cards.ts';

const everyCard = { questionsPerWorld: 14, covered: (card: Parameters<typeof nameOf>[0]) => [nameOf(card)] };

describeModel('embedded', everyCard, (deployment) => {
  it('find a report that forgets its filters, and a world of one record that shows it', async () => {
    const reports = catalogue.map((report) =>
      report.name === 'devices'
        ? {
            ...report,
            sql: (...[scope, inputs]: Parameters<typeof report.sql>) =>
              report.sql({ ...scope, filters: [] }, inputs),
          }
        : report,
    );
    const broken = { ...deployment(), reports };
    const { failures } = await runWorlds(broken, {
      worlds: 10,
      seed: 1,
      questionsPerWorld: 5,
      report: 'devices',
    });
    expect(new Set(failures.map(({ question }) => question.report))).toEqual(new Set(['devices']));
    const [first] = failures;
    if (!first) throw new Error('Nothing was found.');
    const { world, expected, got } = await shrinkFailure(broken, first);
    expect(world.steps).toHaveLength(1);
    expect(got).not.toEqual(expected);
  });
});
