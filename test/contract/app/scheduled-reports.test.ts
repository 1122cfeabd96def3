/** Scheduled reports: made over HTTP, sent by the jobs of a real server to a real mail server, by a clock of the test. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { formatDay, wallTime } from '../../../src/contract/time-zone.ts';
import { type MailServer, type ReceivedMail, startMailServer } from '../../harness/mail-server.ts';
import { createMember, type Member } from '../../harness/person.ts';
import type { Tenant } from '../../harness/tenant.ts';
import { type OwnServer, startOwnServer } from '../own-server.ts';
import { createSender } from '../reports/records.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const zone = 'Europe/Berlin';

/** A Sunday, two weeks before clocks go forward. */
let now = Date.UTC(2026, 2, 15, 12);
let smtp: MailServer;
let server: OwnServer;
let tenant: Tenant;
let ada: Member;
let at: string;

beforeAll(async () => {
  smtp = await startMailServer();
  server = await startOwnServer({ clock: () => now, environment: smtp.environment });
});
afterAll(async () => {
  await server.stop();
  await smtp.close();
});
beforeEach(async () => {
  tenant = await server.tenant({ domains: ['shop.example'] });
  ada = await createMember(server.control, [server.url], tenant.workspaceId, 'member', now);
  at = `/workspaces/${tenant.workspaceId}`;
  smtp.mails.length = 0;
  smtp.refuseWith();
});

/** Nothing of one test is sent in the next. */
afterEach(async () => {
  await server.runJobs();
  await server.control.db.deleteFrom('scheduled_reports').execute();
  await server.control.db.deleteFrom('deliveries').execute();
});

const draft = (more: object = {}) => ({
  websiteId: tenant.websiteUuid,
  name: 'Morning report',
  frequency: 'daily',
  timezone: zone,
  hour: 8,
  recipients: ['Bea@example.com'],
  ...more,
});

async function create(more: object = {}) {
  const { status, body } = await ada.post(`${at}/reports`, draft(more));
  expect({ status, body }).toMatchObject({ status: 201 });
  return body;
}

const find = async (id: string) =>
  (await ada.get(`${at}/reports`)).body.find((report: { id: string }) => report.id === id);

async function runAt(time: number): Promise<ReceivedMail[]> {
  now = time;
  smtp.mails.length = 0;
  await server.runJobs();
  return [...smtp.mails];
}

const shown = (instant: number) => new Date(wallTime(instant, zone)).toISOString().slice(0, 16);
const unsubscribeLinkOf = ({ headers }: ReceivedMail) =>
  /^<https:\/\/stats\.example\.com(\/unsubscribe\/[\w.-]+)>$/.exec(headers['list-unsubscribe'] ?? '')?.[1] ??
  '';

describe('a scheduled report', () => {
  it('is made, shown to the API, changed and deleted', async () => {
    const made = await create({ recipients: ['Bea@example.com', 'bea@example.com', 'carl@example.com'] });
    expect(made).toEqual({
      id: expect.any(String),
      websiteId: tenant.websiteUuid,
      name: 'Morning report',
      frequency: 'daily',
      timezone: zone,
      hour: 8,
      recipients: ['bea@example.com', 'carl@example.com'],
      unsubscribed: [],
      segmentId: null,
      lacksSegment: false,
      nextRunAt: expect.any(String),
      lastSentAt: null,
      error: null,
      createdAt: new Date(now).toISOString(),
    });
    expect(shown(Date.parse(made.nextRunAt))).toBe('2026-03-16T08:00');
    const { body } = await tenant.get('/pixel/reports');
    expect(body.data).toEqual([
      {
        id: made.id,
        website_id: tenant.websiteUuid,
        name: 'Morning report',
        frequency: 'daily',
        timezone: zone,
        recipient_count: 2,
        segment_id: null,
        next_run_at: made.nextRunAt,
        last_sent_at: null,
        created_at: made.createdAt,
      },
    ]);
    const changes = { name: 'Monday', frequency: 'weekly', hour: 17, recipients: ['dora@example.com'] };
    const changed = await ada.send('PATCH', `${at}/reports/${made.id}`, changes);
    expect(changed.body).toMatchObject({ ...changes, timezone: zone });
    expect(shown(Date.parse(changed.body.nextRunAt))).toBe('2026-03-16T17:00');
    expect((await ada.send('DELETE', `${at}/reports/${made.id}`)).status).toBe(200);
    expect((await ada.get(`${at}/reports`)).body).toEqual([]);
    expect((await ada.send('DELETE', `${at}/reports/${made.id}`)).status).toBe(404);
  });

  it.each([
    ['name', { name: 'Two\r\nlines' }],
    ['name', { name: 'turned \u202egnp' }],
    ['name', { name: '' }],
    ['timezone', { timezone: 'Mars/Olympus' }],
    ['timezone', { timezone: '+02:00' }],
    ['hour', { hour: 24 }],
    ['frequency', { frequency: 'hourly' }],
    ['recipients', { recipients: [] }],
  ])('refuses a %s that cannot be used: %j', async (field, more) => {
    const { status, body } = await ada.post(`${at}/reports`, draft(more));
    expect({ status, fields: Object.keys(body.error.details.fieldErrors) }).toEqual({
      status: 400,
      fields: [field],
    });
  });

  it.each([
    'nobody',
    'a b@example.com',
    'a@example.com, b@example.com',
    'A <a@example.com>',
    'a@exa\nmple.com',
  ])('refuses the recipient %j', async (address) => {
    const { status, body } = await ada.post(`${at}/reports`, draft({ recipients: [address] }));
    expect([status, body.error.code]).toEqual([400, 'invalid_body']);
  });

  it('belongs to its workspace alone', async () => {
    const { id } = await create();
    const theirs = await server.tenant();
    const stranger = await createMember(server.control, [server.url], theirs.workspaceId, 'owner', now);
    const there = `/workspaces/${theirs.workspaceId}/reports`;
    expect((await stranger.send('PATCH', `${there}/${id}`, { name: 'Mine' })).status).toBe(404);
    expect((await stranger.send('DELETE', `${there}/${id}`)).status).toBe(404);
    expect((await stranger.get(`${there}/${id}/preview`)).status).toBe(404);
    expect((await stranger.post(`${there}/${id}/send`)).status).toBe(404);
    expect((await stranger.post(there, draft())).status).toBe(404);
    expect((await stranger.get(there)).body).toEqual([]);
  });
});

describe('its times', () => {
  it('are the same hour of the wall clock for a month in which clocks go forward, each once', async () => {
    const { id, nextRunAt } = await create();
    let next = Date.parse(nextRunAt);
    const sent: string[] = [];
    for (let n = 0; n < 31; n += 1) {
      expect(await runAt(next - minute)).toEqual([]);
      const mails = await runAt(next);
      sent.push(...mails.map(({ subject }) => `${shown(now)} ${subject.split(', ').slice(1).join(', ')}`));
      expect(await runAt(next + 5 * minute)).toEqual([]);
      const report = await find(id);
      expect(report).toMatchObject({ lastSentAt: new Date(next).toISOString(), error: null });
      next = Date.parse(report.nextRunAt);
    }
    expect(sent).toHaveLength(31);
    expect(sent.every((text) => /^\d{4}-\d\d-\d\dT08:00 /.test(text))).toBe(true);
    expect(sent[0]).toBe('2026-03-16T08:00 Sun, 15 March 2026');
    expect(sent.slice(13, 15)).toEqual([
      '2026-03-29T08:00 Sat, 28 March 2026',
      '2026-03-30T08:00 Sun, 29 March 2026',
    ]);
    expect(sent.at(-1)).toBe('2026-04-15T08:00 Tue, 14 April 2026');
  });

  it('that passed while no server ran are made up for by one mail of the last period', async () => {
    const { id } = await create();
    const mails = await runAt(now + 9 * day);
    expect(mails).toHaveLength(1);
    const yesterday = formatDay(wallTime(now, zone) - day);
    expect(mails[0]?.html).toContain(`from=${yesterday}&amp;to=${yesterday}`);
    expect(Date.parse((await find(id)).nextRunAt)).toBeGreaterThan(now);
    expect(await runAt(now + hour)).toEqual([]);
  });

  it('send nothing twice where they are moved to later on the same day', async () => {
    const { id, nextRunAt } = await create();
    expect(await runAt(Date.parse(nextRunAt))).toHaveLength(1);
    const moved = await ada.send('PATCH', `${at}/reports/${id}`, { hour: 10 });
    expect(shown(Date.parse(moved.body.nextRunAt)).slice(11)).toBe('10:00');
    expect(await runAt(Date.parse(moved.body.nextRunAt))).toEqual([]);
  });
});

describe('its mail', () => {
  /** Two weeks: three visitors in the first, four in the second, of which one signs up and pays. */
  async function record() {
    const send = createSender(tenant);
    const monday = Math.floor(now / (7 * day)) * 7 * day - 3 * day - 14 * day;
    for (let n = 0; n < 3; n += 1)
      await send.view(`a${n}`, `s${n}`, monday + n * day + 12 * hour, { path: '/' });
    for (let n = 0; n < 4; n += 1) {
      const ts = monday + 7 * day + n * day + 12 * hour;
      await send.view(`b${n}`, `t${n}`, ts, {
        path: '/',
        referrer: 'https://news.example/',
        user_agent: n < 3 ? phone : '',
      });
      await send.view(`b${n}`, `t${n}`, ts + minute, { path: `/<b>&${n}` });
    }
    await send.goal('b0', monday + 7 * day + 13 * hour);
    await send.payment('b0', monday + 7 * day + 14 * hour, 49.5);
    await server.settle();
    return monday;
  }
  const phone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';

  async function receive(more: object = {}): Promise<ReceivedMail> {
    const { id, nextRunAt } = await create({ frequency: 'weekly', timezone: 'UTC', ...more });
    const { status } = await ada.post(`${at}/reports/${id}/send`);
    expect([status, nextRunAt]).toEqual([202, expect.any(String)]);
    await server.runJobs();
    expect(smtp.mails).toHaveLength(1);
    return smtp.mails[0] as ReceivedMail;
  }

  it('tells the figures with the change, a chart, pages, sources, goals and revenue, as text too', async () => {
    await record();
    const mail = await receive();
    expect(mail.to).toEqual(['bea@example.com']);
    expect(mail.headers.to).toBe('bea@example.com');
    expect(mail.headers.from).toBe('Footfall <footfall@example.com>');
    expect(mail.subject).toMatch(/^Morning report: shop\.example, \d/);
    const lines = mail.text.split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'Changes against the week before',
        'Visitors: 4 (+33.3%)',
        'Pageviews: 8 (+167%)',
        'Bounce rate: 0% (−100 points)',
        'Conversions: 1',
        'Revenue: $49.50',
        '  4  /',
        '  1  /<b>&0',
        '  4  news.example',
        '  1  signup',
        '  $49.50  Total',
      ]),
    );
    for (const part of ['+33.3%', '/&lt;b&gt;&amp;0', 'news.example', 'signup', '$49.50', 'Unsubscribe']) {
      expect(mail.html).toContain(part);
    }
    expect(mail.html).not.toContain('<b>&');
    expect(mail.html).toContain('<img src="cid:chart"');
    expect(Object.keys(mail.images)).toEqual(['chart']);
    expect(mail.images.chart?.subarray(1, 4).toString()).toBe('PNG');
    expect(mail.headers['content-type']).toMatch(/^multipart\/alternative/);
  });

  it('adds up no amounts of different currencies', async () => {
    const monday = await record();
    const send = createSender(tenant);
    await send.payment('b1', monday + 8 * day + 14 * hour, 120, { currency: 'EUR' });
    await server.settle();
    const lines = (await receive()).text.split('\n');
    expect(lines).toEqual(
      expect.arrayContaining(['Revenue: $49.50', '  $49.50  Total', '  €120.00  Besides, in EUR']),
    );
  });

  it('is narrowed to a segment, and not sent when that was deleted', async () => {
    await record();
    const body = { website_id: tenant.websiteUuid, name: 'Phones', filters: { device: 'is:mobile' } };
    const segment = (await tenant.post('/pixel/segments', body)).body.data.id;
    const mail = await receive({ segmentId: segment });
    expect(mail.text).toContain('Segment: Phones');
    expect(mail.text).toContain('Visitors: 3\n');
    expect(mail.text).not.toContain('/<b>&3');

    const [{ id, nextRunAt }] = (await ada.get(`${at}/reports`)).body;
    await tenant.send({ method: 'DELETE', path: `/pixel/segments/${segment}` });
    expect(await runAt(Date.parse(nextRunAt))).toEqual([]);
    const report = await find(id);
    expect(report).toMatchObject({ lacksSegment: true, segmentId: null });
    expect(report.error).toMatch(/segment was deleted/);
    expect((await ada.post(`${at}/reports/${id}/send`)).body.error.code).toBe('segment_missing');
    const changed = await ada.send('PATCH', `${at}/reports/${id}`, { segmentId: null });
    expect(changed.body).toMatchObject({ lacksSegment: false, error: null });
    expect(await runAt(Date.parse(changed.body.nextRunAt))).toHaveLength(1);
  });

  it('is shown in the browser as it would be sent, and runs nothing there', async () => {
    await record();
    const { id } = await create({ frequency: 'weekly', name: '<script>alert(1)</script>' });
    const { status, headers, body } = await ada.get(`${at}/reports/${id}/preview`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';/);
    expect(body).toContain('src="data:image/png;base64,');
    expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(body).not.toContain('<script');
    expect(body).not.toContain('Unsubscribe');
  });

  it('is sent now, to everyone, and not again within a minute', async () => {
    const { id } = await create({ recipients: ['a@example.com', 'b@example.com'] });
    expect((await ada.post(`${at}/reports/${id}/send`)).body).toEqual({ recipients: 2 });
    expect((await ada.post(`${at}/reports/${id}/send`)).body.error.code).toBe('sent_recently');
    await server.runJobs();
    expect(smtp.mails.flatMap(({ to }) => to).sort()).toEqual(['a@example.com', 'b@example.com']);
    now += minute;
    expect((await ada.post(`${at}/reports/${id}/send`)).status).toBe(202);
  });
});

describe('unsubscribing', () => {
  const post = (link: string, init: RequestInit = {}) =>
    fetch(server.url + link, { method: 'POST', ...init });
  /** As mail clients do (RFC 8058): without a cookie, in one of two forms. */
  const oneClick = { body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) };

  it('takes one click of a mail client, and can be undone by who has the link', async () => {
    const { id } = await create({ recipients: ['a@example.com', 'b@example.com'] });
    await ada.post(`${at}/reports/${id}/send`);
    await server.runJobs();
    const mail = smtp.mails.find(({ to }) => to[0] === 'a@example.com') as ReceivedMail;
    expect(mail.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    const link = unsubscribeLinkOf(mail);
    expect(mail.html).toContain(link);
    expect(mail.text).toContain(link);

    expect(link).not.toBe('');
    const looked = await fetch(server.url + link);
    expect(looked.status).toBe(200);
    expect(await looked.text()).toContain('<button>Unsubscribe</button>');
    expect((await find(id)).unsubscribed).toEqual([]);

    expect((await post(link, oneClick)).status).toBe(200);
    const form = new FormData();
    form.set('List-Unsubscribe', 'One-Click');
    expect((await post(link, { body: form })).status).toBe(200);
    expect((await find(id)).unsubscribed).toEqual(['a@example.com']);
    expect((await tenant.get('/pixel/reports')).body.data[0].recipient_count).toBe(1);
    const next = await runAt(Date.parse((await find(id)).nextRunAt));
    expect(next.flatMap(({ to }) => to)).toEqual(['b@example.com']);

    // Whoever edits the report cannot subscribe them again.
    await ada.send('PATCH', `${at}/reports/${id}`, { recipients: ['b@example.com'] });
    await ada.send('PATCH', `${at}/reports/${id}`, { recipients: ['a@example.com'] });
    expect(await find(id)).toMatchObject({ unsubscribed: ['a@example.com'], nextRunAt: null });
    const again = await post(`${link}/undo`);
    expect(await again.text()).toContain('Unsubscribe?');
    expect(await find(id)).toMatchObject({ unsubscribed: [], nextRunAt: expect.any(String) });
  });

  it('works for nobody else, and says so of a link that is no more', async () => {
    const { id } = await create();
    await ada.post(`${at}/reports/${id}/send`);
    await server.runJobs();
    const link = unsubscribeLinkOf(smtp.mails[0] as ReceivedMail);
    expect((await fetch(server.url + link)).status).toBe(200);
    const forged = [
      `/unsubscribe/${id}.${'x'.repeat(43)}`,
      '/unsubscribe/x',
      `${link}x`,
      `/unsubscribe/${id}.`,
    ];
    for (const path of forged) {
      expect((await fetch(server.url + path)).status).toBe(404);
      expect((await post(path, oneClick)).status).toBe(404);
    }
    expect((await find(id)).unsubscribed).toEqual([]);
    await ada.send('DELETE', `${at}/reports/${id}`);
    const gone = await post(link);
    expect(gone.status).toBe(404);
    expect(await gone.text()).toContain('This link does not work any more');
  });
});

describe('a mail server that fails', () => {
  it('gets the mail again later, once, and the report says what is wrong meanwhile', async () => {
    const { id, nextRunAt } = await create();
    smtp.refuseWith(451);
    expect(await runAt(Date.parse(nextRunAt))).toEqual([]);
    expect((await find(id)).error).toMatch(/^bea@example\.com: The mail server refused it: 451/);
    expect(await runAt(now + minute)).toEqual([]);
    smtp.refuseWith();
    expect(await runAt(now + 4 * minute)).toEqual([]);
    const [mail] = await runAt(now + minute);
    expect(mail?.to).toEqual(['bea@example.com']);
    expect(mail?.headers['message-id']).toMatch(/^<[0-9a-f-]{36}@stats\.example\.com>$/);
    expect(await find(id)).toMatchObject({ error: null, lastSentAt: new Date(now).toISOString() });
    expect(await runAt(now + hour)).toEqual([]);
  });

  it('keeps nobody else from theirs, and who did not get it stays in sight', async () => {
    smtp.refuseAddress('bea@example.com');
    const { id, nextRunAt } = await create({ recipients: ['bea@example.com', 'carl@example.com'] });
    const mails = await runAt(Date.parse(nextRunAt));
    expect(mails.flatMap(({ to }) => to)).toEqual(['carl@example.com']);
    const report = await find(id);
    expect(report.error).toMatch(/^bea@example\.com: The mail server refused it: 550/);
    expect(report.lastSentAt).toBe(new Date(now).toISOString());
    smtp.refuseAddress();
    expect(await runAt(Date.parse(report.nextRunAt))).toHaveLength(2);
    expect((await find(id)).error).toBeNull();
  });

  it('is not asked again where it refuses for good', async () => {
    const { id, nextRunAt } = await create();
    smtp.refuseWith(550);
    await runAt(Date.parse(nextRunAt));
    smtp.refuseWith();
    expect(await runAt(now + 6 * hour)).toEqual([]);
    expect((await find(id)).error).toMatch(/550/);
  });
});
