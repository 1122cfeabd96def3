/** Alerts: made over HTTP, checked by the jobs of a real server, told to a real mail server and a real webhook receiver. */
import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findSnippets, kindOf, requireProgram } from '../../harness/find-snippets.ts';
import { type MailServer, startMailServer } from '../../harness/mail-server.ts';
import { createMember, type Member } from '../../harness/person.ts';
import type { Tenant } from '../../harness/tenant.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../harness/webhook-receiver.ts';
import { type OwnServer, startOwnServer } from '../own-server.ts';
import { createSender, type Sender } from '../reports/records.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** A Tuesday, a minute after a quarter of an hour. */
let now = Date.UTC(2026, 2, 3, 10, 1);
let smtp: MailServer;
let receiver: WebhookReceiver;
let server: OwnServer;
let tenant: Tenant;
let ada: Member;
let at: string;
let send: Sender;
let visitors = 0;

beforeAll(async () => {
  smtp = await startMailServer();
  receiver = await startWebhookReceiver();
  server = await startOwnServer({
    clock: () => now,
    environment: { ...smtp.environment, FOOTFALL_PRIVATE_WEBHOOKS: 'true' },
  });
});
afterAll(async () => {
  await server.stop();
  await receiver.close();
  await smtp.close();
});
beforeEach(async () => {
  now = Math.ceil(now / hour) * hour + hour + minute;
  tenant = await server.tenant({ domains: ['shop.example'] });
  ada = await createMember(server.control, [server.url], tenant.workspaceId, 'member', now);
  at = `/workspaces/${tenant.workspaceId}/alerts`;
  send = createSender(tenant);
  smtp.mails.length = 0;
  receiver.received.length = 0;
  receiver.answerWith(200);
});
/** Nothing of one test is checked or sent in the next. */
afterEach(async () => {
  await server.runJobs();
  await server.control.db.deleteFrom('alerts').execute();
  await server.control.db.deleteFrom('deliveries').execute();
});

const email = { kind: 'email', address: 'bea@example.com' };
const quiet = (more: object = {}) => ({
  websiteId: tenant.websiteUuid,
  name: 'Quiet',
  metric: 'no_data',
  windowMinutes: 30,
  targets: [email],
  ...more,
});
const many = (more: object = {}) =>
  quiet({ name: 'Crowd', metric: 'visitors', condition: 'gt', threshold: 3, ...more });

async function create(alert: object) {
  const { status, body } = await ada.post(at, alert);
  expect({ status, body }).toMatchObject({ status: 201 });
  return body;
}

const find = async (id: string) => (await ada.get(at)).body.find((alert: { id: string }) => alert.id === id);
const eventsOf = async (id: string) => (await ada.get(`${at}/${id}/events`)).body;

/** Goes on in steps that no running server would miss. */
async function goOn(ms: number, stepMs = 5 * minute): Promise<void> {
  for (const end = now + ms; now < end; ) {
    now = Math.min(end, now + stepMs);
    await server.runJobs();
  }
}

const visit = (count = 1, ts = now): Promise<void> => visitAt(Array(count).fill(ts));

/** Each of a visitor of its own. */
async function visitAt(times: readonly number[]): Promise<void> {
  const views = times.map((ts) => {
    visitors += 1;
    return send.view(`v${visitors}`, `s${visitors}`, ts);
  });
  await Promise.all(views);
  await server.settle();
}

const range = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

describe('an alert', () => {
  it('is made, shown to the API, changed and deleted', async () => {
    const made = await create(
      many({ targets: [email, { kind: 'webhook', url: 'https://hooks.example.com/x' }] }),
    );
    expect(made).toEqual({
      id: expect.any(String),
      websiteId: tenant.websiteUuid,
      name: 'Crowd',
      metric: 'visitors',
      condition: 'gt',
      threshold: 3,
      windowMinutes: 30,
      targets: [
        email,
        {
          kind: 'webhook',
          url: 'https://hooks.example.com/x',
          secret: expect.stringMatching(/^whsec_\S{40,}$/),
        },
      ],
      enabled: true,
      segmentId: null,
      lacksSegment: false,
      firing: false,
      checkedAt: null,
      lastTriggeredAt: null,
      words: null,
      error: null,
      createdAt: new Date(now).toISOString(),
    });
    expect((await tenant.get('/pixel/alerts')).body.data).toEqual([
      {
        id: made.id,
        website_id: tenant.websiteUuid,
        name: 'Crowd',
        metric: 'visitors',
        condition: 'gt',
        threshold: 3,
        window_minutes: 30,
        channels: ['email', 'webhook'],
        enabled: true,
        last_triggered_at: null,
        created_at: made.createdAt,
      },
    ]);
    const [, { secret }] = made.targets;
    const changes = { name: 'Odd', condition: 'anomaly', windowMinutes: 120, enabled: false };
    const targets = [{ kind: 'webhook', url: 'https://hooks.example.com/x' }];
    const { body } = await ada.send('PATCH', `${at}/${made.id}`, { ...changes, targets });
    expect(body).toMatchObject({ ...changes, threshold: null, targets: [{ ...targets[0], secret }] });
    expect((await ada.send('DELETE', `${at}/${made.id}`)).status).toBe(200);
    expect((await ada.get(at)).body).toEqual([]);
  });

  it.each([
    [{ metric: 'sessions' }, 'metric'],
    [{ windowMinutes: 14 }, 'windowMinutes'],
    [{ windowMinutes: 2881 }, 'windowMinutes'],
    [{ name: 'a\nb' }, 'name'],
    [{ condition: 'equal' }, 'condition'],
    [{ targets: [{ kind: 'fax', number: '1' }] }, 'targets'],
    [{ targets: [{ kind: 'webhook', url: 'ftp://example.com/' }] }, 'targets'],
  ])('refuses %j', async (more, field) => {
    const { status, body } = await ada.post(at, many(more));
    expect({ status, fields: Object.keys(body.error.details.fieldErrors) }).toEqual({
      status: 400,
      fields: [field],
    });
  });

  it.each([
    { windowMinutes: 20 },
    { threshold: null },
    { threshold: -1 },
    { metric: 'bounce_rate', threshold: 101 },
    { targets: [{ kind: 'email', address: 'a@example.com\r\nBcc: b@example.com' }] },
  ])('refuses what does not go together: %j', async (more) => {
    const { status, body } = await ada.post(at, many(more));
    expect([status, body.error.code]).toEqual([400, 'invalid_body']);
  });

  it('belongs to its workspace alone', async () => {
    const { id } = await create(quiet());
    const theirs = await server.tenant();
    const stranger = await createMember(server.control, [server.url], theirs.workspaceId, 'owner', now);
    const there = `/workspaces/${theirs.workspaceId}/alerts`;
    expect((await stranger.send('PATCH', `${there}/${id}`, { name: 'Mine' })).status).toBe(404);
    expect((await stranger.send('DELETE', `${there}/${id}`)).status).toBe(404);
    expect((await stranger.get(`${there}/${id}/events`)).status).toBe(404);
    expect((await stranger.post(`${there}/${id}/test`)).status).toBe(404);
    expect((await stranger.post(there, quiet())).status).toBe(404);
    expect((await stranger.get(there)).body).toEqual([]);
  });
});

describe('no data', () => {
  it('fires after its minutes without traffic, once, and says when it is over', async () => {
    await visit();
    const { id } = await create(quiet());
    await goOn(29 * minute);
    expect(smtp.mails).toEqual([]);
    expect(await find(id)).toMatchObject({
      firing: false,
      words: 'One pageview or event in the last 30 minutes.',
    });
    await goOn(2 * minute, minute);
    expect(smtp.mails).toHaveLength(1);
    expect(smtp.mails[0]?.subject).toBe('Alert: Quiet (shop.example)');
    expect(smtp.mails[0]?.text).toMatch(/No pageview and no event for 30 minutes\./);
    expect(smtp.mails[0]?.images.chart?.subarray(1, 4).toString()).toBe('PNG');
    expect((await tenant.get('/pixel/alerts')).body.data[0].last_triggered_at).not.toBeNull();

    await goOn(50 * minute);
    expect(smtp.mails).toHaveLength(1);
    await visit();
    await goOn(5 * minute);
    expect(smtp.mails.map(({ subject }) => subject)).toEqual([
      'Alert: Quiet (shop.example)',
      'Over: Quiet (shop.example)',
    ]);
    expect(smtp.mails[1]?.text).toMatch(/It lasted 5\d minutes\./);
    const [event] = await eventsOf(id);
    expect(event).toMatchObject({
      endedAt: new Date(now).toISOString(),
      words: expect.stringContaining('No pageview'),
      messages: [
        { kind: 'firing', channel: 'bea@example.com', state: 'sent' },
        { kind: 'over', channel: 'bea@example.com', state: 'sent' },
      ],
    });
    expect(event.chart.points).toHaveLength(30);
  });

  it('waits for the first visit of a new website', async () => {
    const { id } = await create(quiet());
    await goOn(2 * hour);
    expect(smtp.mails).toEqual([]);
    expect((await find(id)).words).toMatch(/waits for the first visit/);
  });

  it('blames nobody for the time in which no server ran', async () => {
    await visit();
    const { id } = await create(quiet());
    await goOn(10 * minute);
    now += 6 * hour;
    await server.runJobs();
    expect(await find(id)).toMatchObject({
      firing: false,
      words: expect.stringContaining('Footfall itself was away'),
    });
    await goOn(29 * minute);
    expect(smtp.mails).toEqual([]);
    await goOn(2 * minute, minute);
    expect(smtp.mails).toHaveLength(1);
  });

  it('looks at a segment alone, and says when that was deleted', async () => {
    const filters = { page: 'is:/shop' };
    const made = await tenant.post('/pixel/segments', {
      website_id: tenant.websiteUuid,
      name: 'Shop',
      filters,
    });
    await send.view('p', 'p', now, { path: '/shop' });
    await visitAt(range(8).map((n) => now + n * 5 * minute));
    const { id } = await create(quiet({ segmentId: made.body.data.id }));
    await goOn(40 * minute);
    expect(smtp.mails).toHaveLength(1);
    expect(smtp.mails[0]?.text).toContain('No pageview and no event of the segment Shop for 30 minutes.');
    await tenant.send({ method: 'DELETE', path: `/pixel/segments/${made.body.data.id}` });
    await goOn(5 * minute);
    expect(await find(id)).toMatchObject({
      lacksSegment: true,
      error: expect.stringContaining('segment was deleted'),
    });
  });
});

describe('messages', () => {
  it('are at most two in any 24 hours, and tell of what was left out', async () => {
    const { id } = await create(many({ threshold: 0, windowMinutes: 15 }));
    const sentAt: number[] = [];
    const began = now;
    while (now < began + 26 * hour) {
      // A visit every hour: the alert fires and is over, again and again.
      if ((now - began) % (13 * hour) === 0) await visitAt(range(13).map((n) => now + n * hour + 5 * minute));
      await goOn(15 * minute, 15 * minute);
      for (const _ of smtp.mails.slice(sentAt.length)) sentAt.push(now);
    }
    const events = await eventsOf(id);
    expect(events.length).toBeGreaterThan(20);
    expect(sentAt.length).toBeGreaterThanOrEqual(3);
    for (const time of sentAt) {
      expect(sentAt.filter((other) => other > time - day && other <= time).length).toBeLessThanOrEqual(2);
    }
    expect(smtp.mails.slice(0, 2).map(({ subject }) => subject.split(':')[0])).toEqual(['Alert', 'Over']);
    expect(smtp.mails[2]?.text).toMatch(/It also fired 2\d times since the last message/);
  });

  it('go by mail, signed webhook, Slack and Discord, and no name shapes them', async () => {
    const name = '<!channel> *bold* @everyone [x](https://evil.example)';
    const targets = [
      email,
      { kind: 'webhook', url: `${receiver.url}/hook` },
      { kind: 'slack', url: `${receiver.url}/slack` },
      { kind: 'discord', url: `${receiver.url}/discord` },
    ];
    const made = await create(many({ name, targets, windowMinutes: 15 }));
    await visit(4, now + 5 * minute);
    await goOn(15 * minute, 15 * minute);
    expect(smtp.mails).toHaveLength(1);
    expect(smtp.mails[0]?.subject).toBe(`Alert: ${name} (shop.example)`);
    expect(smtp.mails[0]?.html).not.toContain('<!channel>');
    expect(receiver.received.map(({ path }) => path).sort()).toEqual(['/discord', '/hook', '/slack']);
    const bodyOf = (path: string) => receiver.received.find((each) => each.path === path);

    const hook = bodyOf('/hook');
    const [, seconds, signature] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(hook?.headers['footfall-signature'])) ?? [];
    const { secret } = made.targets.find(({ kind }: { kind: string }) => kind === 'webhook');
    expect(signature).toBe(createHmac('sha256', secret).update(`${seconds}.${hook?.body}`).digest('hex'));
    expect(Number(seconds)).toBe(Math.floor(now / 1000));
    expect(JSON.parse(hook?.body ?? '')).toEqual({
      id: hook?.headers['footfall-delivery'],
      type: 'alert.firing',
      at: new Date(now).toISOString(),
      title: `Alert: ${name} (shop.example)`,
      message: expect.stringMatching(/^4 visitors, \w+ \d\d:\d\d to \d\d:\d\d: above 3\.$/),
      value: 4,
      started_at: new Date(now).toISOString(),
      alert: { id: made.id, name, metric: 'visitors', condition: 'gt', threshold: 3, window_minutes: 15 },
      website: { id: tenant.websiteUuid, website_id: tenant.website, domain: 'shop.example' },
      workspace_id: tenant.workspaceId,
      dashboard_url: `https://stats.example.com/w/${tenant.workspaceId}/${tenant.website}`,
    });
    const { isFromFootfall } = await importProgram('is-from-footfall.mjs');
    const check = (body: string, key = secret, at = now) =>
      isFromFootfall(hook?.headers['footfall-signature'], body, key, at);
    expect(check(hook?.body ?? '')).toBe(true);
    expect([
      check('{}'),
      check(hook?.body ?? '', 'whsec_other'),
      check(hook?.body ?? '', secret, now + hour),
    ]).toEqual([false, false, false]);
    const documented = findSnippets().find((snippet) => kindOf(snippet) === 'message');
    expect(shapeOf(JSON.parse(documented?.code ?? ''))).toEqual(shapeOf(JSON.parse(hook?.body ?? '')));
    const slack = JSON.parse(bodyOf('/slack')?.body ?? '');
    expect(slack.text).toContain('&lt;!channel&gt;');
    expect(slack.text).not.toContain('<!channel>');
    expect(slack.text).toContain('4 visitors');
    const discord = JSON.parse(bodyOf('/discord')?.body ?? '');
    expect(discord.allowed_mentions).toEqual({ parse: [] });
    expect(discord.embeds[0].title).toContain('\\@everyone \\[x\\]');
    expect(discord.embeds[0].description).toContain('4 visitors');
  });

  it('are sent again with longer waits where nobody answers, and shown in the history meanwhile', async () => {
    const { id } = await create(
      many({ targets: [{ kind: 'webhook', url: `${receiver.url}/hook` }], windowMinutes: 15 }),
    );
    receiver.answerWith(503);
    await visit(4, now + 5 * minute);
    await goOn(15 * minute, 15 * minute);
    const messages = async () => (await eventsOf(id))[0].messages;
    expect(await messages()).toMatchObject([
      { state: 'waiting', error: 'The address answered with status 503.' },
    ]);
    await goOn(minute, minute);
    receiver.answerWith(200);
    await goOn(4 * minute, minute);
    expect(receiver.received).toEqual([]);
    await goOn(minute, minute);
    expect(receiver.received).toHaveLength(1);
    expect(await messages()).toMatchObject([{ state: 'sent', error: null }]);
  });

  it('of a test go to every channel at once, and say of each whether it worked', async () => {
    await visit(2, now - 20 * minute);
    const targets = [
      email,
      { kind: 'webhook', url: `${receiver.url}/hook` },
      { kind: 'slack', url: 'http://127.0.0.1:1/' },
    ];
    const { id } = await create(many({ targets, windowMinutes: 60 }));
    const { body } = await ada.post(`${at}/${id}/test`);
    const host = new URL(receiver.url).host;
    expect(body).toEqual([
      { channel: 'bea@example.com', error: null },
      { channel: `webhook: ${host}`, error: null },
      { channel: 'slack: 127.0.0.1:1', error: 'The address could not be reached (ECONNREFUSED).' },
    ]);
    expect(smtp.mails[0]?.subject).toBe('Test: Crowd (shop.example)');
    expect(smtp.mails[0]?.text).toMatch(/This is a test.*\n\n2 visitors, .*: not above 3\./);
    expect(JSON.parse(receiver.received[0]?.body ?? '').type).toBe('alert.test');
    expect((await ada.post(`${at}/${id}/test`)).body.error.code).toBe('tested_recently');
    expect(await find(id)).toMatchObject({ firing: false, lastTriggeredAt: null });
    const silent = await create(many({ targets: [] }));
    expect((await ada.post(`${at}/${silent.id}/test`)).body.error.code).toBe('no_channels');
  });
});

describe('above, below and unusual', () => {
  it('compare the last whole window with a number', async () => {
    const above = await create(many({ windowMinutes: 15 }));
    const below = await create(many({ name: 'Few', condition: 'lt', threshold: 5, windowMinutes: 15 }));
    await visit(4, now + 5 * minute);
    await goOn(15 * minute, 15 * minute);
    expect(await find(above.id)).toMatchObject({ firing: true });
    expect(await find(below.id)).toMatchObject({ firing: true, words: expect.stringContaining('below 5') });
    await visit(5, now + 5 * minute);
    await goOn(15 * minute, 15 * minute);
    expect(await find(above.id)).toMatchObject({ firing: true });
    expect(await find(below.id)).toMatchObject({ firing: false });
  });

  it.each([
    ['conversions', async (ts: number) => send.goal('g', ts)],
    ['revenue', async (ts: number) => send.payment('g', ts, 20)],
    ['pageviews', async (ts: number) => send.view('g', 'g', ts)],
  ])('know %s', async (metric, record) => {
    const { id } = await create(many({ metric, threshold: 0.5, windowMinutes: 15 }));
    await record(now + 5 * minute);
    await server.settle();
    await goOn(15 * minute, 15 * minute);
    expect((await find(id)).words).toMatch(/: above/);
    expect(await find(id)).toMatchObject({ firing: true });
  });

  it('watch revenue in one currency, and say so', async () => {
    const { id } = await create(many({ metric: 'revenue', threshold: 50, windowMinutes: 15 }));
    await send.payment('a', now + 5 * minute, 40, { currency: 'USD' });
    await send.payment('b', now + 5 * minute, 45, { currency: 'EUR' });
    await server.settle();
    await goOn(15 * minute, 15 * minute);
    expect(await find(id)).toMatchObject({
      firing: false,
      words: expect.stringMatching(
        /^\$40\.00 of revenue, .*: not above \$50\.00\. Only payments in USD count/,
      ),
    });
    await send.payment('c', now + 5 * minute, 60, { currency: 'EUR' });
    await server.settle();
    await goOn(15 * minute, 15 * minute);
    expect(await find(id)).toMatchObject({ firing: false });
    await send.payment('a', now + 5 * minute, 60, { currency: 'USD' });
    await server.settle();
    await goOn(15 * minute, 15 * minute);
    expect(await find(id)).toMatchObject({
      firing: true,
      words: expect.stringContaining('those in EUR are left out.'),
    });
    expect((await eventsOf(id))[0].chart.points.at(-1).value).toBe(60);
  });

  it('find the bounce rate of enough sessions', async () => {
    const { id } = await create(many({ metric: 'bounce_rate', threshold: 80, windowMinutes: 15 }));
    await visit(12, now + 5 * minute);
    await goOn(15 * minute, 15 * minute);
    expect(await find(id)).toMatchObject({
      firing: true,
      words: expect.stringContaining('A bounce rate of 100%'),
    });
  });

  it('find what is unusual against the same hours of the last four weeks, in words and with a chart', async () => {
    const from = now - minute;
    /** So many this week, and so many in each of those before it. */
    const visitWeekly = (counts: readonly number[], ts: number) =>
      visitAt(counts.flatMap((count, week) => Array(count).fill(ts - week * 7 * day)));
    const { id } = await create(many({ name: 'Odd', condition: 'anomaly', windowMinutes: 60 }));
    await visitWeekly([11, 10, 12, 9, 11], from + 20 * minute);
    await goOn(hour, 15 * minute);
    expect(await find(id)).toMatchObject({
      firing: false,
      words: expect.stringContaining('which is not unusual'),
    });
    // Apart from the others by more than the window.
    const later = from + 140 * minute;
    await visitWeekly([60, 10, 10, 10, 10], later);
    await goOn(2 * hour, 15 * minute);
    const alert = await find(id);
    expect(alert.firing).toBe(true);
    expect(alert.words).toMatch(
      /^60 visitors, \w+ \d\d:\d\d to \d\d:\d\d\. In the same hours of the last four weeks it was 10, 10, 10 and 10: usually 10, give or take 3\.74\. This is 13\.4 times that far above the usual, and 3\.5 times is unusual\.$/,
    );
    const [event] = await eventsOf(id);
    expect(event.chart.limit).toBe(10);
    expect(event.chart.points.at(-1).value).toBe(60);
    expect(smtp.mails).toHaveLength(1);
  });

  it('are not judged from weeks in which nothing was tracked', async () => {
    const { id } = await create(many({ condition: 'anomaly', windowMinutes: 60 }));
    await visit(30, now);
    await goOn(hour, 15 * minute);
    expect(await find(id)).toMatchObject({
      firing: false,
      words: expect.stringContaining('There are not 3 earlier weeks'),
    });
  });
});

/** A program of the documentation, as whoever copies it would run it. */
const importProgram = (name: string) =>
  import(`data:text/javascript,${encodeURIComponent(requireProgram(name).code)}`);

/** The names in it, and the types of their values. */
const shapeOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shapeOf(each)]))
    : typeof value;

describe('webhooks into a private network', () => {
  it('are refused when they are saved and when they are sent, unless the operator allows them', async () => {
    const strict = await startOwnServer({ clock: () => now });
    try {
      const own = await strict.tenant();
      const bob = await createMember(strict.control, [strict.url], own.workspaceId, 'member', now);
      const there = `/workspaces/${own.workspaceId}/alerts`;
      const alert = { websiteId: own.websiteUuid, name: 'Quiet', metric: 'no_data', windowMinutes: 30 };
      for (const url of [
        receiver.url,
        'http://localhost/',
        'http://169.254.169.254/',
        'http://[::1]/',
        'http://0x7f000001/',
      ]) {
        const { status, body } = await bob.post(there, { ...alert, targets: [{ kind: 'webhook', url }] });
        expect([url, status, Object.keys(body.error.details.fieldErrors)]).toEqual([url, 400, ['targets']]);
        expect(body.error.message).toMatch(/private network/);
      }
      const public_ = { kind: 'webhook', url: 'https://hooks.example.com/' };
      const { body: made } = await bob.post(there, { ...alert, targets: [public_] });
      // As if it had been saved while the operator allowed it.
      const targets_json = JSON.stringify([{ ...public_, url: receiver.url, secret: 'whsec_x' }]);
      await strict.control.db.updateTable('alerts').set({ targets_json }).where('id', '=', made.id).execute();
      const { body } = await bob.post(`${there}/${made.id}/test`);
      expect(body[0].error).toMatch(/private network/);
      expect(receiver.received).toEqual([]);
    } finally {
      await strict.stop();
    }
  });
});
