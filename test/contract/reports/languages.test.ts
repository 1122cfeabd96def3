import { expect, it } from 'vitest';
import { describeOneServer } from '../../harness/deployments.ts';
import { addWebsite, bounced, inMarch, rowsOfAll, tail, useRecords } from './records.ts';

const path = '/pixel/metrics/languages';

describeOneServer('languages', (deployment) => {
  const tenant = useRecords(deployment, async (send, own) => {
    await send.view('a', 'a', '2024-03-04T10:00:00Z', { language: 'de-DE,de;q=0.9' });
    await send.view('a', 'a', '2024-03-04T10:01:00Z', { language: 'en-US' });
    await send.view('b', 'b', '2024-03-04T10:00:00Z', { language: 'en-us' });
    await send.view('c', 'c', '2024-03-04T10:00:00Z', { language: 'en-US' });
    await send.view('d', 'd', '2024-03-04T10:00:00Z');
    const sendToOther = await addWebsite(deployment, own);
    await sendToOther.view('a', 'a', '2024-03-04T12:00:00Z', { language: 'de-DE' });
  });
  // a stayed for a minute; the language of the first record counts.
  const german = tail({ visitors: '1', sessions: '1', pageviews: '2', avg_session_seconds: 60 });

  it('counts by language', async () => {
    expect(await tenant().rows(path, inMarch)).toEqual([
      { language: 'en-US', ...bounced(2) },
      { language: 'de-DE', ...german },
      { language: 'unknown', ...bounced(1) },
    ]);
  });

  it('covers all websites: one visitor with two sessions, of which one bounced', async () => {
    const rows = await rowsOfAll(tenant(), 'languages', { ...inMarch, limit: 2 });
    expect(rows).toEqual([
      { language: 'en-US', ...bounced(2) },
      {
        language: 'de-DE',
        ...german,
        sessions: '2',
        pageviews: '3',
        bounces: '1',
        bounce_rate: 50,
        avg_session_seconds: 30,
      },
    ]);
  });
});
