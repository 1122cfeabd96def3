/** Records of a tenant's website, sent one after another through HTTP, and the rows they should give. */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect } from 'vitest';
import { systemClock } from '../../../src/contract/clock.ts';
import { createWebsite } from '../../../src/websites/create-website.ts';
import type { ApiRequest } from '../../harness/api-client.ts';
import type { Deployment } from '../../harness/deployments.ts';
import type { Tenant, TenantOptions } from '../../harness/tenant.ts';

type Fields = Record<string, unknown>;
type Time = string | number;

export type Sender = {
  view(visitor: string, session: string, ts: Time, fields?: Fields): Promise<void>;
  custom(visitor: string, session: string, ts: Time, fields?: Fields): Promise<void>;
  goal(visitor: string, timestamp: Time, fields?: Fields): Promise<void>;
  payment(visitor: string, timestamp: Time, amount: number, fields?: Fields): Promise<void>;
  identify(visitor: string, externalId: string, traits?: Fields): Promise<void>;
};

export function createSender(tenant: Tenant, website: string = tenant.website): Sender {
  const post = async (path: string, body: Fields) => {
    const answer = await tenant.post(path, { website_id: website, ...body });
    expect(answer.body).toMatchObject({ status: 'success', data: { accepted: true } });
  };
  const event = (visitor_id: string, session_id: string, ts: Time, fields: Fields) =>
    post('/pixel/events', { visitor_id, session_id, ts, ...fields });
  return {
    view: (visitor, session, ts, fields = {}) => event(visitor, session, ts, fields),
    custom: (visitor, session, ts, fields = {}) => event(visitor, session, ts, { name: 'custom', ...fields }),
    goal: (visitor_id, timestamp, fields = {}) =>
      post('/pixel/goals', { visitor_id, timestamp, goal_name: 'signup', ...fields }),
    payment: (visitor_id, timestamp, amount, fields = {}) =>
      post('/pixel/payments', { visitor_id, timestamp, amount, transaction_id: randomUUID(), ...fields }),
    identify: (visitor_id, external_id, traits = {}) =>
      post('/pixel/identify', { visitor_id, external_id, traits }),
  };
}

/** Sends to a second website of the workspace. */
export async function addWebsite(deployment: Deployment, tenant: Tenant): Promise<Sender> {
  const { workspaceId } = tenant;
  const other = await createWebsite(deployment.control(), workspaceId, ['other.example'], systemClock);
  return createSender(tenant, other.websiteId);
}

/** The rows of a report by name, of all websites of the workspace. */
export async function rowsOfAll(tenant: Tenant, name: string, query: ApiRequest['query'] = {}) {
  const { status, body } = await tenant.get(`/pixel/metrics/${name}`, query);
  expect({ status, body }).toMatchObject({ status: 200, body: { status: 'success' } });
  return body.data.data as Record<string, unknown>[];
}

/** A tenant whose records are in reports before the first test runs. */
export function useRecords(
  deployment: Deployment,
  record: (send: Sender, tenant: Tenant) => Promise<void>,
  options: TenantOptions = {},
): () => Tenant {
  let ready: Tenant | undefined;
  beforeAll(async () => {
    const tenant = await deployment.tenant(options);
    await record(createSender(tenant), tenant);
    await deployment.settle();
    ready = tenant;
  });
  return () => {
    if (!ready) throw new Error('The records are sent before the tests, not while they are defined.');
    return ready;
  };
}

export type Tail = {
  visitors: string;
  sessions: string;
  pageviews: string;
  bounces: string;
  bounce_rate: number;
  avg_session_seconds: number;
  conversions: string;
  conversion_rate: number;
  revenue: number;
};

const nothing: Tail = {
  visitors: '0',
  sessions: '0',
  pageviews: '0',
  bounces: '0',
  bounce_rate: 0,
  avg_session_seconds: 0,
  conversions: '0',
  conversion_rate: 0,
  revenue: 0,
};

/** The columns named; all others are zero. */
export function tail(columns: Partial<Tail>): Tail {
  return { ...nothing, ...columns };
}

/** The tail of so many visitors with one session of one pageview each. */
export function bounced(visitors: number): Tail {
  const count = String(visitors);
  return tail({ visitors: count, sessions: count, pageviews: count, bounces: count, bounce_rate: 100 });
}

/** March by the names that the lower-level reports have for dates. */
export const inMarch = { from: '2024-03-01', to: '2024-03-31' };

export const march = { from_date: '2024-03-01', to_date: '2024-03-31' };

export const userAgents = {
  chromeOnWindows:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36',
  safariOnIphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4.1 Mobile/15E148 Safari/604.1',
  safariOnIpad:
    'Mozilla/5.0 (iPad; CPU OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1',
};

/** As the bundled country database has them; the last is nobody's. */
export const addresses = { germany: '193.99.144.80', unitedStates: '8.8.8.8', nowhere: '10.1.2.3' };
