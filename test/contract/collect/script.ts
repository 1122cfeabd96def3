/** Sends to /collect what the script in a browser sends. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Tenant } from '../../harness/tenant.ts';
import { userAgents } from '../reports/records.ts';

export type Hit = {
  t?: 'pageview' | 'track' | 'custom' | 'goal' | 'identify' | 'leave' | 'outbound' | 'download' | 'form';
  /** Options of the tag, beside the website. */
  o?: Record<string, string>;
} & Record<string, unknown>;

export type Answer = { status: number; dropped: string | null; headers: Headers; text: string };

export type Script = (hit?: Hit, headers?: Record<string, string>) => Promise<Answer>;

/** Hits go to the servers in turn, as visitor v1 in session s1 on /start of the domain unless they say otherwise. */
export function createScript(
  urls: readonly string[],
  website: string,
  { domain = 'example.com' }: { domain?: string } = {},
): Script {
  let turn = 0;
  return ({ o, ...hit } = {}, headers = {}) => {
    const message = {
      t: 'pageview',
      u: `https://${domain}/start`,
      v: 'v1',
      s: 's1',
      o: { websiteId: website, ...o },
      ...hit,
    };
    return sendText(urls[turn++ % urls.length] as string, JSON.stringify(message), headers);
  };
}

export async function sendText(
  url: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(`${url}/collect`, {
    method: 'POST',
    headers: { 'user-agent': userAgents.chromeOnWindows, ...headers },
    body,
  });
  return {
    status: response.status,
    dropped: response.headers.get('x-footfall-dropped'),
    headers: response.headers,
    text: await response.text(),
  };
}

const dayMs = 24 * 60 * 60 * 1000;

/** Yesterday to tomorrow: a test that runs over midnight finds its records too. */
export function aroundToday(): { from_date: string; to_date: string } {
  return { from_date: formatDay(Date.now() - dayMs), to_date: formatDay(Date.now() + dayMs) };
}

function formatDay(unixMs: number): string {
  return new Date(unixMs).toISOString().slice(0, 10);
}

export type Health = Record<
  string,
  { status: string; value: string; last_at: string | null; reason: string }
>;

export async function readHealth(tenant: Tenant): Promise<Health> {
  const rows = await tenant.rows('/pixel/metrics/tracking_health');
  return Object.fromEntries(rows.map(({ check, ...row }) => [check, row])) as Health;
}

/** Counts of drops are written every five seconds. */
export async function untilHealth(tenant: Tenant, isThere: (health: Health) => boolean): Promise<Health> {
  const deadline = Date.now() + 15_000;
  for (;;) {
    const health = await readHealth(tenant);
    if (isThere(health) || Date.now() > deadline) return health;
    await sleep(200);
  }
}
