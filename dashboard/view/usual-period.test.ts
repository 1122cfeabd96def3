import { expect, it } from 'vitest';
import { chooseUsualPeriod } from './usual-period.ts';

it.each([
  ['on the first day', '2026-03-31', 'today'],
  ['on the second', '2026-03-30', { from: '2026-03-30', to: '2026-03-31' }],
  ['in the first month', '2026-03-03', { from: '2026-03-03', to: '2026-03-31' }],
  ['after it', '2026-03-02', '30d'],
  ['before anybody came', null, '30d'],
])('shows %s the days that have data', (_when, firstDay, period) => {
  expect(chooseUsualPeriod(firstDay, '2026-03-31')).toEqual(period);
});
