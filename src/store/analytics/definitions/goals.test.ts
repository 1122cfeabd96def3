import { expect, it } from 'vitest';
import type { GoalRule } from '../../../contract/goal-rule.ts';
import type { Sources } from '../relations.ts';
import { sql } from '../sql.ts';
import { withGoals } from './goals.ts';

const rows = () => sql`(SELECT 1)`;
const sources: Sources = {
  visits: rows,
  pages: rows,
  pageTotals: rows,
  credits: rows,
  hits: rows,
  leaves: rows,
  conversions: rows,
  automatics: rows,
  payments: rows,
  identities: rows,
  sentIdentities: rows,
  crawls: rows,
  drops: rows,
  recent: rows,
  previousVisit: () => undefined,
  isOneWebsite: true,
};
const goal = (type: GoalRule['type'], match: string): GoalRule => ({
  websiteId: 'ff_1',
  name: 'A goal',
  type,
  match,
});

it('leaves sources as they are where no goal counts more than was recorded', () => {
  expect(withGoals(sources, [])).toBe(sources);
  expect(withGoals(sources, [goal('event', 'signup')])).toBe(sources);
});

it('asks of the pages alone for a page goal: bounces stay as they are kept', () => {
  const { visits, pages, pageTotals, credits, conversions, reached } = withGoals(sources, [
    goal('page', '/thanks'),
  ]);
  expect([visits, pages, pageTotals, credits, conversions]).toEqual([rows, rows, rows, rows, rows]);
  expect(reached).toBeDefined();
});

it('counts bounces anew where an automatic event is a goal', () => {
  const changed = withGoals(sources, [goal('event', 'download')]);
  expect(changed.visits).not.toBe(rows);
  expect(changed.pages).not.toBe(rows);
  expect(changed.pageTotals).toBeUndefined();
});
