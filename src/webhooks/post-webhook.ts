/**
 * Messages to addresses that people of a workspace typed. What lives here: where a request may go and how it is signed.
 * What must not: what it says.
 */
import { lookup as resolveName } from 'node:dns/promises';
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Clock } from '../contract/clock.ts';
import { isPublicAddress } from './public-address.ts';
import { signWebhook } from './sign-webhook.ts';
import { type AddressRules, buildPrivateRefusal, hostOf, parseWebhookUrl } from './webhook-url.ts';

export type Address = { address: string; family: number };

export type WebhookOptions = AddressRules & {
  clock: Clock;
  /** All addresses of a name; the system's unless given. */
  resolve?(hostname: string): Promise<readonly Address[]>;
};

export type WebhookMessage = {
  url: string;
  body: string;
  headers?: Readonly<Record<string, string>>;
  /** Signs the body, for receivers that check it. */
  secret?: string | undefined;
};

export type PostWebhook = (message: WebhookMessage) => Promise<void>;

const patienceMs = 10_000;

export function createWebhookPost(options: WebhookOptions): PostWebhook {
  const { allowsPrivate, clock, resolve = (name) => resolveName(name, { all: true }) } = options;

  /** One private address refuses the whole name: which of its addresses is used must not be left to chance. */
  async function findAddress(host: string): Promise<Address> {
    const family = isIP(host);
    const found = family ? [{ address: host, family }] : await resolve(host);
    const [first] = found;
    if (!first) throw new Error('The name of the address leads nowhere.');
    if (!allowsPrivate && !found.every(({ address }) => isPublicAddress(address)))
      throw buildPrivateRefusal();
    return first;
  }

  return async ({ url: text, body, headers, secret }) => {
    const url = parseWebhookUrl(text, options);
    const address = await findAddress(hostOf(url)).catch((error: unknown) => {
      throw describeResolution(error);
    });
    const signature = secret && { 'footfall-signature': signWebhook(secret, body, clock()) };
    const response = await post(url, address, body, { ...headers, ...signature });
    // The body of the answer is not read: it may be endless.
    response.destroy();
    const { statusCode = 0 } = response;
    // A redirect is not followed: it could lead into a private network.
    if (statusCode < 200 || statusCode > 299)
      throw new Error(`The address answered with status ${statusCode}.`);
  };
}

/** The name is resolved once: the address that was checked is the one that is connected to. */
function post(
  url: URL,
  address: Address,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<IncomingMessage> {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const request: ClientRequest = send(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Footfall-Webhook/1',
        ...headers,
      },
      // A connection that is not shared, and is closed at the end.
      agent: false,
      lookup: buildLookup(address),
      signal: AbortSignal.timeout(patienceMs),
    });
    request.on('response', resolve);
    request.on('error', (error: Error & { code?: string }) => reject(describeFailure(error)));
    request.end(body);
  });
}

function buildLookup({ address, family }: Address): LookupFunction {
  return (_hostname, { all }, done) =>
    all ? done(null, [{ address, family }]) : done(null, address, family);
}

function describeFailure({ name, code }: Error & { code?: string }): Error {
  if (name === 'AbortError' || name === 'TimeoutError')
    return new Error(`The address did not answer within ${patienceMs / 1000} seconds.`);
  return new Error(`The address could not be reached (${code ?? name}).`);
}

function describeResolution(error: unknown): unknown {
  const { code } = error as { code?: string };
  return code === undefined ? error : new Error(`The name of the address could not be resolved (${code}).`);
}
