import { expect, it } from 'vitest';
import { systemClock } from '../../../src/contract/clock.ts';
import { createWebsite } from '../../../src/websites/create-website.ts';
import { describeOneServer } from '../../harness/deployments.ts';
import { createSender, useRecords } from './records.ts';

const details = {
  plan: 'pro',
  seats: 3,
  trial: false,
  note: null,
  nested: { tags: ['ä', '🙂'] },
  '': 'empty',
};

describeOneServer('GET /pixel/visitors/{visitor_id}', (deployment) => {
  const tenant = useRecords(deployment, async (send, { workspaceId, ...rest }) => {
    await send.goal('a', '2024-03-01T09:00:00Z', { goal_name: 'early' });
    await send.view('a', 's1', '2024-03-01T10:00:00Z');
    await send.goal('a', '2024-03-01T10:00:00Z', { goal_name: 'signup', properties: details });
    await send.custom('a', 's1', '2024-03-01T12:00:00Z', {
      properties: { goal_name: 'download', file: 'x' },
    });
    await send.view('a', 's2', '2024-03-01T11:00:00Z');
    await send.goal('a', '2024-03-01T13:00:00Z', { goal_name: 'upgrade' });
    await send.custom('a', 's1', '2024-03-01T14:00:00Z');
    await send.payment('a', '2024-03-01T15:00:00Z', 5);
    await send.goal('A', '2024-03-01T16:00:00Z', { goal_name: 'of another visitor' });

    const other = await createWebsite(deployment.control(), workspaceId, ['other.example'], systemClock);
    const sendToOther = createSender({ workspaceId, ...rest }, other.websiteId);
    await sendToOther.view('a', 'elsewhere', '2024-03-01T08:00:00Z');
    await sendToOther.goal('a', '2024-03-01T17:00:00Z', { goal_name: 'on another website' });

    const minute = (index: number) => Date.UTC(2024, 2, 1) + index * 60_000;
    for (let index = 0; index <= 100; index += 1) {
      await send.goal('busy', minute(index), { goal_name: `goal-${index}` });
    }
    await send.goal('with space/ü', '2024-03-01', { goal_name: 'odd' });
  });

  it('shows the conversions newest first, with their details and sessions', async () => {
    expect(await tenant().rows('/pixel/visitors/a')).toEqual([
      { ts: '2024-03-01T14:00:00.000Z', goal_name: 'custom_event', details: {}, session_id: 's1' },
      // s2 is the last session that began before it.
      { ts: '2024-03-01T13:00:00.000Z', goal_name: 'upgrade', details: {}, session_id: 's2' },
      // A custom event stays in the session that it was sent with.
      {
        ts: '2024-03-01T12:00:00.000Z',
        goal_name: 'download',
        details: { goal_name: 'download', file: 'x' },
        session_id: 's1',
      },
      { ts: '2024-03-01T10:00:00.000Z', goal_name: 'signup', details, session_id: 's1' },
      // Before any session.
      { ts: '2024-03-01T09:00:00.000Z', goal_name: 'early', details: {}, session_id: null },
    ]);
  });

  it('shows at most 100, the most recent', async () => {
    const rows = await tenant().rows('/pixel/visitors/busy');
    expect(rows).toHaveLength(100);
    expect([rows[0]?.goal_name, rows[99]?.goal_name]).toEqual(['goal-100', 'goal-1']);
    expect(await tenant().rows('/pixel/visitors/busy', { limit: 1000 })).toHaveLength(100);
    expect(await tenant().rows('/pixel/visitors/busy', { limit: 2 })).toHaveLength(2);
  });

  it('decodes the visitor in the path, and knows no one else', async () => {
    const rows = await tenant().rows(`/pixel/visitors/${encodeURIComponent('with space/ü')}`);
    expect(rows.map(({ goal_name }) => goal_name)).toEqual(['odd']);
    expect(await tenant().rows('/pixel/visitors/nobody')).toEqual([]);
  });

  it.each(['', '%20', '%09%20'])('answers invalid_visitor for the blank segment "%s"', async (segment) => {
    const { status, body } = await tenant().get(`/pixel/visitors/${segment}`, {
      website_id: tenant().website,
      // Of the path alone.
      visitor_id: 'busy',
    });
    expect([status, body.error.code]).toEqual([400, 'invalid_visitor']);
  });
});
