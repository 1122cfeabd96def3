import { expect, it } from 'vitest';
import type { Goal } from '../../../api/goals.ts';
import { suggestGoals } from './suggest-goals.ts';

const goal = (facts: Pick<Goal, 'type' | 'match'> & Partial<Goal>): Goal => ({
  id: facts.match,
  websiteId: 'website',
  name: facts.match,
  createdAt: '',
  archivedAt: null,
  ...facts,
});

const events = [
  { name: 'pageview', type: 'pageview', visitors: '90' },
  { name: 'payment', type: 'payment', visitors: '3' },
  { name: 'signup', type: 'goal', visitors: '12' },
  { name: 'download', type: 'automatic', visitors: '1' },
] as const;
const pages = [
  { path: '/', views: '90', sessions: '80' },
  { path: '/order/thank-you', views: '9', sessions: '7' },
];

it('names what arrives and is no goal, most visitors first', () => {
  expect(suggestGoals([], events, pages)).toEqual([
    {
      draft: { name: 'signup', type: 'event', match: 'signup' },
      words: '12 visitors sent signup. It counts as a conversion, and is not in this list yet.',
    },
    {
      draft: { name: '/order/thank-you', type: 'page', match: '/order/thank-you' },
      words: '7 sessions came to /order/thank-you, which is no goal yet.',
    },
    {
      draft: { name: 'download', type: 'event', match: 'download' },
      words: '1 visitor downloaded a file, which is no goal yet.',
    },
  ]);
});

it('leaves out what a goal counts already, unless that is archived', () => {
  const goals = [goal({ type: 'event', match: 'signup' }), goal({ type: 'page', match: '/order/*' })];
  expect(suggestGoals(goals, events, pages).map(({ draft }) => draft.match)).toEqual(['download']);
  const archived = goals.map((each) => ({ ...each, archivedAt: '2026-01-01T00:00:00.000Z' }));
  expect(suggestGoals(archived, events, pages)).toHaveLength(3);
});
