/**
 * What requests are sent to: a workspace of whoever sends them, with one of everything, made anew now and then since much
 * of it gets deleted; and the workspace of somebody else, which nothing that is answered may tell of.
 */
import { createShareLink } from '../../src/automation/create-share-link.ts';
import { systemClock } from '../../src/contract/clock.ts';
import { sharePages } from '../../src/contract/share-pages.ts';
import { buildUnsubscribeToken } from '../../src/report-mails/unsubscribe.ts';
import type { Control } from '../../src/store/control/open-control.ts';
import { createSignIn } from '../../src/users/create-sign-in.ts';
import { type ApiClient, createApiClient } from '../harness/api-client.ts';
import { createMember, type Member, password } from '../harness/person.ts';
import { createTenant, type Tenant } from '../harness/tenant.ts';

export type IdName =
  | 'website'
  | 'websiteUuid'
  | 'workspaceId'
  | 'domain'
  | 'member'
  | 'email'
  | 'password'
  | 'signIn'
  | 'keyId'
  | 'segment'
  | 'annotation'
  | 'funnel'
  | 'alert'
  | 'report'
  | 'shareLink'
  | 'shareToken'
  | 'unsubscribeToken'
  | 'visitor'
  | 'session'
  | 'goal'
  | 'transaction';

export type PersonName = 'owner' | 'member' | 'viewer' | 'nobody';

export type Ids = Record<IdName, string>;

export type World = {
  own: Ids;
  foreign: Ids;
  key: string;
  cookies: Record<PersonName, string>;
};

export type Worlds = {
  /** The newest, or a newer one after so many requests. */
  next(): Promise<World>;
  /** Texts that stand in the workspace of somebody else alone. */
  secrets: readonly string[];
};

const requestsAWorld = 400;

export async function createWorlds(url: string, control: Control): Promise<Worlds> {
  const api = createApiClient([url]);
  const mark = `zq${Math.random().toString(36).slice(2)}`;
  const theirs = await fillWorkspace(url, control, api, { mark, label: `${mark} ${mark}` });
  let asked = 0;
  let current: Promise<World> | undefined;
  return {
    secrets: [
      mark,
      theirs.owner.email,
      theirs.tenant.key,
      theirs.ids.shareToken,
      theirs.ids.unsubscribeToken,
    ],
    next() {
      if (asked++ % requestsAWorld === 0) current = makeWorld(url, control, api, theirs.ids);
      return current as Promise<World>;
    },
  };
}

async function makeWorld(url: string, control: Control, api: ApiClient, foreign: Ids): Promise<World> {
  const { tenant, ids, owner } = await fillWorkspace(url, control, api, { mark: 'ours', label: 'Ours' });
  const others = await Promise.all(
    (['member', 'viewer'] as const).map((role) => createMember(control, [url], tenant.workspaceId, role)),
  );
  const [member, viewer] = others as [Member, Member];
  return {
    own: { ...ids, member: member.userId },
    foreign,
    key: tenant.key,
    cookies: { owner: owner.cookie, member: member.cookie, viewer: viewer.cookie, nobody: '' },
  };
}

type Texts = { mark: string; label: string };
type Filled = { tenant: Tenant; owner: Member; ids: Ids };

async function fillWorkspace(url: string, control: Control, api: ApiClient, texts: Texts): Promise<Filled> {
  const { mark, label } = texts;
  const domain = `${mark}.example`;
  const tenant = await createTenant(control, api, { domains: [domain] });
  const owner = await createMember(control, [url], tenant.workspaceId, 'owner');
  const at = `/workspaces/${tenant.workspaceId}`;
  const make = async (path: string, body: object): Promise<string> => {
    const made = await owner.post(`${at}${path}`, body);
    if (made.status !== 201) throw new Error(`${path} answered ${made.status}: ${made.text}`);
    return made.body.id ?? made.body.data.id;
  };
  await owner.send('PATCH', at, { name: label });
  const visitor = await sendRecords(tenant, texts);
  const uuid = tenant.websiteUuid;
  const link = {
    websiteUuid: uuid,
    name: label,
    pages: sharePages,
    hidesRevenue: false,
    hidesVisitors: false,
  };
  const { id: shareLink, token: shareToken } = await createShareLink(
    control,
    tenant.workspaceId,
    link,
    systemClock,
  );
  const recipient = `to@${domain}`;
  const report = await make('/reports', {
    websiteId: uuid,
    name: label,
    frequency: 'daily',
    timezone: 'UTC',
    recipients: [recipient],
  });
  const steps = [`page:/${mark}`, 'goal:signup'];
  const target = { kind: 'webhook', url: `https://hooks.${domain}/` };
  const rule = { metric: 'visitors', condition: 'gt', threshold: 1e9, windowMinutes: 60, targets: [target] };
  const ids: Ids = {
    ...visitor,
    website: tenant.website,
    websiteUuid: uuid,
    workspaceId: tenant.workspaceId,
    domain,
    member: owner.userId,
    email: owner.email,
    password,
    signIn: await findOtherSignIn(control, owner),
    keyId: await make('/keys', { name: label, scopes: ['pixel:read'] }),
    segment: await make('/api/pixel/segments', {
      website_id: uuid,
      name: label,
      filters: { page: `/${mark}` },
    }),
    annotation: await make('/api/pixel/annotations', { website_id: uuid, note: label }),
    funnel: await make('/funnels', { websiteId: uuid, name: label, steps }),
    alert: await make('/alerts', { websiteId: uuid, name: label, ...rule }),
    report,
    shareLink,
    shareToken,
    unsubscribeToken: await findUnsubscribeToken(control, report, recipient),
  };
  return { tenant, owner, ids };
}

/** One that can be ended while the owner goes on. */
async function findOtherSignIn(control: Control, owner: Member): Promise<string> {
  await createSignIn(control, owner.userId, { browser: '', operatingSystem: '', country: '' }, Date.now());
  const { body } = await owner.get('/sign-ins');
  return (body as { id: string; current: boolean }[]).find(({ current }) => !current)?.id ?? '';
}

/** The ids are no secret, what they lead to is. */
async function sendRecords(tenant: Tenant, { mark, label }: Texts) {
  const ids = { visitor: `v-${tenant.website}`, session: `s-${tenant.website}`, goal: 'signup' };
  const transaction = `t-${tenant.website}`;
  const common = { website_id: tenant.website, visitor_id: ids.visitor };
  const view = { session_id: ids.session, referrer: `https://${mark}.example.org/`, utm_campaign: label };
  await tenant.post('/pixel/events', { ...common, ...view, path: `/${mark}` });
  await tenant.post('/pixel/events', { ...common, ...view, path: `/${mark}/2`, utm_source: mark });
  await tenant.post('/pixel/goals', { ...common, goal_name: ids.goal, properties: { plan: label } });
  await tenant.post('/pixel/payments', { ...common, transaction_id: transaction, amount: 12.5 });
  await tenant.post('/pixel/identify', { ...common, external_id: 'customer', traits: { plan: label } });
  return { ...ids, transaction };
}

async function findUnsubscribeToken(control: Control, id: string, address: string): Promise<string> {
  const { unsubscribe_secret: unsubscribeSecret } = await control.db
    .selectFrom('scheduled_reports')
    .select('unsubscribe_secret')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return buildUnsubscribeToken({ id, unsubscribeSecret }, address);
}
