/** A few hundred records of every kind, the same ones each time, sent through the intake, the spool and the drain. */
import { join } from 'node:path';
import type { EventBody } from '../../src/contract/bodies.ts';
import type { WorkspaceId } from '../../src/contract/ids.ts';
import { createClaims } from '../../src/ingest/claims.ts';
import { startDrain } from '../../src/ingest/drain.ts';
import { createIntake, type Intake } from '../../src/ingest/intake.ts';
import { openSpool, type Spool } from '../../src/ingest/spool.ts';
import type { AnalyticsEngine } from '../../src/store/analytics/analytics-engine.ts';
import { openControl } from '../../src/store/control/open-control.ts';
import { addresses, userAgents } from '../contract/reports/records.ts';
import { createRandom, type Random } from '../faults/seeded-random.ts';
import { silent } from '../faults/stored-records.ts';

export const workspaceId = 'w' as WorkspaceId;
export const website = 'ff_sample';
export const otherWebsite = 'ff_other';
/** Just after the last record. */
export const sampledAt = Date.parse('2024-03-20T12:00:00Z');
export const clock = () => sampledAt;

const days = 10;
const dayMs = 24 * 60 * 60 * 1000;
const catchUpMs = 120_000;
const sender = { workspaceId, idempotencyKey: undefined };

/** Instants of fewer digits than those of today, and the first there is. */
const longAgo = [0, 1_000, 99_999_999_000, Date.UTC(2000, 11, 31)];

const sources: readonly Partial<EventBody>[] = [
  {},
  { referrer: 'https://www.google.com/' },
  { referrer: 'https://news.ycombinator.com/item' },
  { referrer: 'https://chatgpt.com/' },
  { utm_source: 'newsletter', utm_medium: 'email', utm_campaign: 'spring' },
  { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'spring', utm_term: 'shoes' },
];

export async function sendSampleRecords(
  analytics: Pick<AnalyticsEngine, 'store'>,
  folder: string,
): Promise<void> {
  const control = await openControl({ sqlitePath: join(folder, 'control.sqlite') });
  const directory = join(folder, 'spool');
  const spool = await openSpool({ directory, maximumBytes: 1e9, maximumBatchRecords: 200, clock });
  const claims = createClaims(control);
  const intake = createIntake({
    spool,
    claims,
    clock,
    ownDomains: async () => ['example.com'],
    findCountry: (address) => (address === addresses.germany ? 'DE' : address === '' ? '' : 'US'),
    onAccepted: () => {},
  });
  await writeRecords(intake, spool);
  const drain = startDrain({ spool, analytics, claims, clock, log: silent, gatherMs: 0 });
  try {
    await drain.catchUp(catchUpMs);
  } finally {
    await drain.stop();
    await spool.close();
    await control.close();
  }
}

async function writeRecords(intake: Intake, spool: Spool): Promise<void> {
  const random = createRandom(4);
  for (let session = 0; session < 120; session += 1) await writeSession(intake, spool, random, session);
  for (let n = 0; n < 30; n += 1) await writeMoney(intake, random, n);
  for (let n = 0; n < 12; n += 1) await writePrograms(intake, spool, n);
  for (const ts of longAgo) await writeView(intake, 'v1', `s${ts}`, ts);
  for (let n = 0; n < 6; n += 1) await writeLive(intake, n);
  // Sessions of the sample, again in the last five minutes.
  for (let n = 0; n < 10; n += 1) await writeView(intake, `v${n}`, `s${n}`, sampledAt - n * 1_000);
}

async function writeView(intake: Intake, visitor_id: string, session_id: string, ts: number): Promise<void> {
  await intake.event(sender, { website_id: website, name: 'pageview', visitor_id, session_id, ts });
}

async function writeSession(intake: Intake, spool: Spool, random: Random, session: number): Promise<void> {
  const website_id = random.whole(0, 4) === 0 ? otherWebsite : website;
  const began = sampledAt - random.whole(0, days * dayMs);
  const session_id = `s${session}`;
  const facts = {
    website_id,
    session_id,
    ...random.pick(sources),
    user_agent: random.pick(Object.values(userAgents)),
    ip: random.pick([addresses.germany, addresses.unitedStates]),
    language: random.pick(['de-DE', 'en']),
  };
  for (let view = 0; view <= random.whole(0, 4); view += 1) {
    const ts = Math.min(sampledAt, began + view * random.whole(1_000, 900_000));
    // Now and then a session is shared by two visitors, who may lie on different shards.
    const visitor_id = `v${(session % 40) + (random.whole(0, 9) === 0 ? 1 : 0)}`;
    const path = `/${random.whole(0, 8)}`;
    const name = random.whole(0, 5) === 0 ? 'custom' : 'pageview';
    const properties = { goal_name: 'signup', plan: random.pick(['pro', 'free']) };
    await intake.event(sender, { ...facts, visitor_id, ts, path, name, properties });
    if (random.whole(0, 2) === 0) await writeLeave(spool, website_id, session_id, visitor_id, ts + 4_000);
  }
}

/** Some of the last five minutes. */
async function writeLive(intake: Intake, n: number): Promise<void> {
  const visit = { website_id: website, visitor_id: `v${n}`, session_id: `live-${n}`, ip: addresses.germany };
  const source = sources[n % sources.length];
  await intake.event(sender, { ...visit, ...source, name: 'pageview', ts: sampledAt - 1_800_000 });
  await intake.event(sender, { ...visit, name: 'pageview', path: `/${n % 2}`, ts: sampledAt - n * 45_000 });
}

async function writeLeave(
  spool: Spool,
  website_id: string,
  session_id: string,
  visitor_id: string,
  at: number,
): Promise<void> {
  const browser = { view: 0, visibleMs: 3_500 };
  const record = { workspaceId, websiteId: website_id, ts: at, visitorId: visitor_id, sessionId: session_id };
  await spool.append({ claims: [], record: { kind: 'leave', ...record, path: '/0', browser } });
}

async function writeMoney(intake: Intake, random: Random, n: number): Promise<void> {
  const visitor_id = `v${random.whole(0, 45)}`;
  const timestamp = sampledAt - random.whole(0, days * dayMs);
  const record = { website_id: website, visitor_id, timestamp };
  const properties = { plan: random.pick(['pro', 'free']) };
  await intake.goal(sender, { ...record, goal_name: 'signup', properties });
  const amount = random.whole(-2_000, 20_000) / 100;
  await intake.payment(sender, { ...record, transaction_id: `t${n % 25}`, amount, currency: 'USD' });
  if (n % 3 === 0) {
    await intake.identity(sender, { website_id: website, visitor_id, external_id: `customer ${n % 4}` });
  }
}

async function writePrograms(intake: Intake, spool: Spool, n: number): Promise<void> {
  const ts = sampledAt - n * 8 * 3_600_000;
  const user_agent = n % 2 === 0 ? 'Mozilla/5.0 (compatible; GPTBot/1.2)' : 'Googlebot/2.1';
  await intake.event(sender, { website_id: website, name: 'pageview', path: `/${n}`, ts, user_agent });
  const reason = n % 2 === 0 ? 'foreign_domain' : 'bot';
  const counted = { workspaceId, websiteId: website, ts, reason, host: `host-${n}.example`, hits: n + 1 };
  await spool.append({ claims: [], record: { kind: 'drops', ...counted } });
}
