import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { describeDeployments } from '../../harness/deployments.ts';
import { createMember, createPerson, type Person } from '../../harness/person.ts';

// biome-ignore lint/suspicious/noExplicitAny: the messages are looked into.
type Message = { event: string; data: any };

const within = 60_000;

/** A stream of server-sent events, and the messages that came so far. */
async function listen(url: string, person: Person, path: string) {
  const stopped = new AbortController();
  onTestFinished(() => stopped.abort());
  const response = await fetch(`${url}/app${path}`, {
    headers: { cookie: person.cookie },
    signal: stopped.signal,
  });
  const messages: Message[] = [];
  let hasEnded = false;
  const read = async () => {
    let text = '';
    for await (const part of response.body ?? []) {
      text += Buffer.from(part).toString();
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
        if (event !== undefined && data !== undefined) messages.push({ event, data: JSON.parse(data) });
      }
    }
    hasEnded = true;
  };
  if (response.status === 200) void read().catch(() => {});
  const until = async (holds: () => boolean) => {
    const deadline = Date.now() + within;
    while (!holds()) {
      if (Date.now() > deadline) throw new Error(`It did not happen: ${JSON.stringify(messages.at(-1))}`);
      await sleep(20);
    }
  };
  return { response, messages, until, hasEnded: () => hasEnded };
}

describeDeployments('the live stream', ({ urls, control, tenant }) => {
  const url = urls[0] as string;

  it('moves when a hit arrives, and ends with the sign-in', async () => {
    const ours = await tenant();
    const viewer = await createMember(control(), urls, ours.workspaceId, 'viewer');
    const path = `/workspaces/${ours.workspaceId}/live?website_id=${ours.website}`;
    const live = await listen(url, viewer, path);
    const badge = await listen(url, viewer, `${path}&only=now`);
    expect(live.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(live.response.headers.get('cache-control')).toBe('no-store');
    await live.until(() => live.messages.length > 0);
    expect(live.messages[0]).toEqual({
      event: 'live',
      data: {
        visitors: 0,
        visitorsPerStep: Array.from({ length: 60 }, () => 0),
        eventsPerStep: Array.from({ length: 60 }, () => 0),
        pages: [],
        sources: [],
        countries: [],
        events: [],
      },
    });
    await ours.post('/pixel/events', {
      website_id: ours.website,
      path: '/pricing',
      visitor_id: 'v1',
      session_id: 's1',
      utm_source: 'newsletter',
      utm_medium: 'email',
    });
    await ours.post('/pixel/events', {
      website_id: ours.website,
      path: '/checkout',
      visitor_id: 'v1',
      session_id: 's1',
    });
    await ours.post('/pixel/goals', { website_id: ours.website, goal_name: 'signup', visitor_id: 'v1' });
    await live.until(() => live.messages.at(-1)?.data.events?.length === 3);
    const { data } = live.messages.at(-1) as Message;
    expect(data.visitors).toBe(1);
    expect(data.pages).toEqual([{ path: '/checkout', visitors: 1 }]);
    expect(data.sources).toEqual([{ source: 'newsletter', channel: 'Email', visitors: 1 }]);
    expect(data.countries).toEqual([{ country: 'ZZ', visitors: 1, events: 3 }]);
    expect(data.events.map(({ type, path: at, name }: Record<string, string>) => [type, at, name])).toEqual([
      ['goal', null, 'signup'],
      ['pageview', '/checkout', null],
      ['pageview', '/pricing', null],
    ]);
    await badge.until(() => badge.messages.at(-1)?.data.visitors === 1);

    // On the other server, where there is one.
    const { body: signIns } = await viewer.get('/sign-ins');
    expect((await viewer.send('DELETE', `/sign-ins/${signIns[0].id}`)).status).toBe(200);
    const heard = live.messages.length;
    await live.until(live.hasEnded);
    await badge.until(badge.hasEnded);
    expect(live.messages.length).toBeLessThanOrEqual(heard + 1);
    expect((await listen(url, viewer, path)).response.status).toBe(401);
  });

  it('ends for whoever leaves the workspace', async () => {
    const ours = await tenant();
    const owner = await createMember(control(), urls, ours.workspaceId, 'owner');
    const viewer = await createMember(control(), urls, ours.workspaceId, 'viewer');
    const path = `/workspaces/${ours.workspaceId}/live?website_id=${ours.website}`;
    const live = await listen(url, viewer, path);
    await live.until(() => live.messages.length > 0);
    await owner.send('DELETE', `/workspaces/${ours.workspaceId}/members/${viewer.userId}`);
    await live.until(live.hasEnded);
  });

  it('of a share link has what the link shows, and ends with it', async () => {
    const ours = await tenant();
    const owner = await createMember(control(), urls, ours.workspaceId, 'owner');
    const visitor_id = 'someone';
    const website_id = ours.website;
    await ours.post('/pixel/events', { website_id, visitor_id, path: '/pricing' });
    await ours.post('/pixel/payments', { website_id, visitor_id, transaction_id: 't', amount: 4321 });
    const at = `/workspaces/${ours.workspaceId}/share-links`;
    const make = async (settings: object) => {
      const given = { websiteId: ours.websiteUuid, name: 'Live', pages: ['realtime'], ...settings };
      const { body } = await owner.post(at, given);
      const path = new URL(body.link).pathname;
      return { id: body.id, live: await listen(url, createPerson(urls), `${path}/live`) };
    };
    const closed = await make({});
    const open = await make({ hidesRevenue: false, hidesVisitors: false });
    const free = await make({ hidesVisitors: false });
    await open.live.until(() => open.live.messages.at(-1)?.data.events?.length === 2);
    await closed.live.until(() => closed.live.messages.at(-1)?.data.visitors === 1);
    expect(closed.live.messages.at(-1)?.data).toMatchObject({ pages: [{ path: '/pricing' }], events: [] });
    expect(JSON.stringify(closed.live.messages)).not.toContain(visitor_id);
    await free.live.until(() => free.live.messages.at(-1)?.data.events?.length === 1);
    expect(JSON.stringify(free.live.messages)).not.toContain('4321');

    await owner.send('DELETE', `${at}/${open.id}`);
    await open.live.until(open.live.hasEnded);
    await owner.send('PATCH', `${at}/${free.id}`, { hidesVisitors: true });
    await free.live.until(free.live.hasEnded);
    await owner.send('PATCH', `${at}/${closed.id}`, { pages: ['overview'] });
    await closed.live.until(closed.live.hasEnded);
  });

  it('is of one website of the workspace', async () => {
    const ours = await tenant();
    const theirs = await tenant();
    const viewer = await createMember(control(), urls, ours.workspaceId, 'viewer');
    const path = `/workspaces/${ours.workspaceId}/live`;
    const codes: [string, number, string][] = [
      [path, 400, 'website_id_required'],
      [`${path}?website_id=${theirs.website}`, 403, 'forbidden'],
    ];
    for (const [asked, status, code] of codes) {
      const answer = await viewer.get(asked);
      expect([answer.status, answer.body.error.code]).toEqual([status, code]);
    }
    expect((await createPerson(urls).get(`${path}?website_id=${ours.website}`)).status).toBe(401);
  });
});
