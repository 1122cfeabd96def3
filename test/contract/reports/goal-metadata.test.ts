import { expect, it } from 'vitest';
import { describeOneServer } from '../../harness/deployments.ts';
import { useRecords } from './records.ts';

describeOneServer('GET /pixel/goals/{goal_name}/metadata', (deployment) => {
  const tenant = useRecords(deployment, async (send) => {
    await send.goal('a', '1970-01-01T00:00:00Z', { properties: { plan: 'pro', team: 'yes' } });
    await send.goal('a', '2024-03-01T10:00:00Z', {
      properties: { plan: 'pro', seats: 3, trial: true, x: null },
    });
    await send.goal('b', '2024-03-02T10:00:00Z', { properties: { plan: 'pro', nested: { plan: 'free' } } });
    await send.goal('c', '2024-03-02T23:59:59Z', { properties: { plan: 'free', list: ['plan'] } });
    await send.goal('d', '2024-03-02T10:00:00Z');
    await send.goal('a', '2024-03-02T10:00:00Z', { goal_name: 'other', properties: { plan: 'other' } });
    await send.custom('e', 's', '2024-03-02T10:00:00Z', {
      properties: { goal_name: 'sign up/ü', Plan: 'a' },
    });
  });
  const row = (property: string, value: string, visitors: string, conversions: string) => ({
    property,
    value,
    visitors,
    conversions,
    revenue_sum: 0,
  });

  it('breaks down text properties of all time', async () => {
    // plan=pro: a twice and b. Numbers, booleans, null, lists and objects are not text.
    expect(await tenant().rows('/pixel/goals/signup/metadata')).toEqual([
      row('plan', 'pro', '2', '3'),
      row('plan', 'free', '1', '1'),
      row('team', 'yes', '1', '1'),
    ]);
  });

  it('starts at from_date and does not look at to_date', async () => {
    const query = { from_date: '2024-03-02', to_date: '1999-01-01' };
    expect(await tenant().rows('/pixel/goals/signup/metadata', query)).toEqual([
      row('plan', 'free', '1', '1'),
      row('plan', 'pro', '1', '1'),
    ]);
  });

  it('covers custom events under their name, decoded from the path', async () => {
    const path = `/pixel/goals/${encodeURIComponent('sign up/ü')}/metadata`;
    expect(await tenant().rows(path)).toEqual([
      row('Plan', 'a', '1', '1'),
      row('goal_name', 'sign up/ü', '1', '1'),
    ]);
  });

  it('cuts to the limit, and is empty for an unknown goal', async () => {
    expect(await tenant().rows('/pixel/goals/signup/metadata', { limit: 1 })).toEqual([
      row('plan', 'pro', '2', '3'),
    ]);
    expect(await tenant().rows('/pixel/goals/Signup/metadata')).toEqual([]);
  });

  it.each(['', '%20'])('answers invalid_goal for the blank segment "%s"', async (segment) => {
    const path = `/pixel/goals/${segment}/metadata`;
    const { status, body } = await tenant().get(path, { website_id: tenant().website, goal_name: 'signup' });
    expect([status, body.error.code]).toEqual([400, 'invalid_goal']);
  });
});
