/** Somebody who wants the server to mail strangers what they like. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Mailbox, startMailbox } from '../../harness/mailbox.ts';
import { createMember, type Member } from '../../harness/person.ts';
import { runCli } from '../../harness/server-process.ts';
import type { Tenant } from '../../harness/tenant.ts';
import { startOwnServer } from '../own-server.ts';
import { describeOwnServers } from './describe-own-servers.ts';

const dayMs = 24 * 3_600_000;
const lure = 'Your account is locked. Visit https://evil.example now';
const severalLines = ['two\nlines', 'two\r\nlines', 'a\ttab', 'line\u2028separator', 'turned \u202egnp'];

let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await startMailbox();
});
afterAll(() => mailbox.close());

const environment = async () => mailbox.environment;

describeOwnServers('the mails', { environment }, ({ urls, control, tenant, time, ...own }) => {
  let ours: Tenant;
  let owner: Member;
  let at: string;
  const join = (role: 'owner' | 'member' | 'viewer', workspaceId = ours.workspaceId) =>
    createMember(control(), urls(), workspaceId, role, time.now);
  const refusal = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
    status,
    body.error?.code,
  ];

  beforeEach(async () => {
    time.now += dayMs;
    ours = await tenant();
    at = `/workspaces/${ours.workspaceId}`;
    owner = await join('owner');
  });

  it('are not for viewers and members, who cannot make a workspace to invite to', async () => {
    for (const role of ['viewer', 'member'] as const) {
      const person = await join(role);
      const made = await person.post('/workspaces', { name: lure });
      expect([role, ...refusal(made)]).toEqual([role, 403, 'workspace_creation_closed']);
      expect((await person.get('/state')).body.mayCreateWorkspace).toBe(false);
    }
    const removed = await join('owner');
    await owner.send('DELETE', `${at}/members/${removed.userId}`);
    expect(refusal(await removed.post('/workspaces', { name: lure }))[1]).toBe('workspace_creation_closed');
    expect((await owner.get('/state')).body.mayCreateWorkspace).toBe(true);
    expect((await owner.post('/workspaces', { name: 'Second' })).status).toBe(201);
  });

  it('quote nothing that whoever invites has chosen', async () => {
    await owner.send('PATCH', at, { name: lure });
    const email = `stranger-${time.now}@example.com`;
    const { body } = await owner.post(`${at}/invitations`, { email, role: 'viewer' });
    const mail = await mailbox.next();
    expect(mail).toContain(`To: ${email}`);
    expect(mail).toContain(body.link);
    for (const chosen of ['evil', 'locked', owner.email, owner.email.split('@')[0] as string]) {
      expect(mail).not.toContain(chosen);
    }
    expect(mail).toContain('Subject: An invitation to Footfall');
    expect(body.mailed).toBe(true);
  });

  it('go to one address at a time', async () => {
    const addresses = [
      'ada,bob@example.com',
      'ada@example.com, bob@example.com',
      'Ada <ada@example.com>',
      'ada@example.com\r\nBcc: bob@example.com',
      '"ada bob"@example.com',
    ];
    for (const email of addresses) {
      const refused = await owner.post(`${at}/invitations`, { email, role: 'viewer' });
      expect([email, ...refusal(refused)]).toEqual([email, 400, 'invalid_body']);
      expect(refused.body.error.details.fieldErrors).toHaveProperty('email');
    }
    expect(mailbox.count()).toBe(0);
  });

  it('are so many a day for a person, in whichever workspaces and however many are withdrawn', async () => {
    const { body: second } = await owner.post('/workspaces', { name: 'Second' });
    const places = [at, `/workspaces/${second.id}`];
    for (let i = 0; i < 50; i++) {
      const place = places[i % 2] as string;
      const { status, body } = await owner.post(`${place}/invitations`, { role: 'viewer' });
      expect(status).toBe(201);
      await owner.send('DELETE', `${place}/invitations/${body.id}`);
    }
    const refused = await owner.post(`${at}/invitations`, { role: 'viewer' });
    expect(refusal(refused)).toEqual([429, 'too_many_invitations']);
    const { retryAfter } = refused.body.error.details;
    expect(retryAfter).toBe(Math.ceil((dayMs - (time.now % dayMs)) / 1000));
    time.now += retryAfter * 1000;
    expect((await owner.post(`${at}/invitations`, { role: 'viewer' })).status).toBe(201);
  });

  it('are so many a day for a workspace, whoever of its owners asks', async () => {
    const owners = [owner, await join('owner'), await join('owner')];
    async function inviteOften(person: Member) {
      const answers = [];
      for (let i = 0; i < 35; i++) answers.push(await person.post(`${at}/invitations`, { role: 'viewer' }));
      return answers;
    }
    const answers = (await Promise.all(owners.map(inviteOften))).flat();
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(refusal)).toEqual(Array(5).fill([429, 'too_many_invitations']));
    const theirs = await tenant();
    const other = await join('owner', theirs.workspaceId);
    const elsewhere = `/workspaces/${theirs.workspaceId}/invitations`;
    expect((await other.post(elsewhere, { role: 'viewer' })).status).toBe(201);
  });

  it('are few a day for whoever gets them; the link is there all the same', async () => {
    const email = `bombed-${time.now}@example.com`;
    const mailed: boolean[] = [];
    for (let i = 0; i < 7; i++) {
      const { status, body } = await owner.post(`${at}/invitations`, { email, role: 'viewer' });
      expect([status, body.link]).toEqual([201, expect.stringContaining('/invite/')]);
      mailed.push(body.mailed);
    }
    expect(mailed).toEqual([true, true, true, true, true, false, false]);
    for (let i = 0; i < 5; i++) await mailbox.next();
  });

  it.each(severalLines)('have no name of several lines to quote: %j', async (name) => {
    const website = { website_id: ours.websiteUuid, websiteId: ours.websiteUuid };
    const answers = await Promise.all([
      owner.post('/workspaces', { name }),
      owner.send('PATCH', at, { name }),
      owner.post(`${at}/keys`, { name, scopes: ['ai:read'] }),
      owner.post(`${at}/funnels`, { ...website, name, steps: ['page:/', 'page:/b'] }),
      owner.post(`${at}/api/pixel/segments`, { ...website, name, filters: {} }),
      ours.post('/pixel/segments', { ...website, name, filters: {} }),
    ]);
    expect(answers.map(refusal)).toEqual(answers.map(() => [400, 'invalid_body']));
  });

  it('find no name of several lines from the command line either', async () => {
    const named = ['--name', 'two\nlines'];
    for (const words of [
      ['workspace', 'create', ...named],
      ['workspace', 'update', ours.workspaceId, ...named],
      ['key', 'create', '--workspace', ours.workspaceId, '--scope', 'ai:read', ...named],
    ]) {
      const { code, stderr } = await runCli(words, own.environment());
      expect([words[0], code]).toEqual([words[0], 1]);
      expect(stderr).toContain('on one line');
    }
  });
});

describe('the making of workspaces', () => {
  it.each([
    ['everyone', { viewer: 201, owner: 201 }],
    ['nobody', { viewer: 403, owner: 403 }],
  ])('can be for %s', async (setting, expected) => {
    const server = await startOwnServer({ environment: { FOOTFALL_WORKSPACE_CREATION: setting } });
    try {
      const { workspaceId } = await server.tenant();
      for (const role of ['viewer', 'owner'] as const) {
        const person = await createMember(server.control, [server.url], workspaceId, role);
        const { body: state } = await person.get('/state');
        const { status } = await person.post('/workspaces', { name: 'Mine' });
        expect([role, status, state.mayCreateWorkspace]).toEqual([role, expected[role], status === 201]);
      }
    } finally {
      await server.stop();
    }
  });
});
