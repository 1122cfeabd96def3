import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Address, createWebhookPost } from './post-webhook.ts';
import { isPublicAddress } from './public-address.ts';
import { parseWebhookUrl } from './webhook-url.ts';

const clock = () => Date.UTC(2026, 2, 1, 12);
type Received = { headers: IncomingHttpHeaders; body: string };

let receiver: Server;
let port: number;
let answer: { status: number; headers?: Record<string, string> };
const received: Received[] = [];

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) });
    response.writeHead(answer.status, answer.headers).end('thanks');
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  port = (receiver.address() as AddressInfo).port;
});
afterAll(() => receiver.close());
beforeEach(() => {
  received.length = 0;
  answer = { status: 200 };
});

const loopback: Address = { address: '127.0.0.1', family: 4 };
const publicOne: Address = { address: '93.184.215.14', family: 4 };

describe('addresses', () => {
  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.255.255',
    '192.167.1.1',
    '2606:4700:4700::1111',
    '2a00:1450:4001:80b::200e',
  ])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    '127.0.0.1',
    '127.255.0.1',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    'fe80::1',
    'fd00::1',
    'fec0::1',
    'ff02::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
    'example.com',
    '',
  ])('%s is not', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('a webhook address', () => {
  it.each([
    'http://127.0.0.1/x',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://127.1/',
    'http://[::1]:8080/',
    'http://[::ffff:7f00:1]/',
    'http://localhost:3000/',
    'http://LOCALHOST./',
    'http://footfall.localhost/',
    'http://printer.local/',
    'http://metadata.google.internal/',
    'http://intranet/',
    'http://169.254.169.254/latest/meta-data/',
    'http://user:password@example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'example.com/hook',
    `https://example.com/${'x'.repeat(2048)}`,
  ])('is refused before its name is resolved: %s', (url) => {
    expect(() => parseWebhookUrl(url, { allowsPrivate: false })).toThrow(/address/i);
  });

  it('is taken where it is public, or where the operator allows others', () => {
    expect(parseWebhookUrl('https://hooks.example.com/a?b=c', { allowsPrivate: false }).href).toBe(
      'https://hooks.example.com/a?b=c',
    );
    expect(parseWebhookUrl('http://127.0.0.1:8080/', { allowsPrivate: true }).port).toBe('8080');
  });
});

describe('a webhook', () => {
  it('is posted with a signature that its receiver can check', async () => {
    const post = createWebhookPost({ clock, allowsPrivate: true });
    const body = '{"greeting":"grüße"}';
    await post({ url: `http://127.0.0.1:${port}/hook`, body, secret: 'secret', headers: { 'x-own': 'yes' } });
    expect(received).toHaveLength(1);
    const [{ headers, body: got }] = received as [Received];
    expect(got).toBe(body);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-own': 'yes',
      host: `127.0.0.1:${port}`,
    });
    const [, seconds, signature] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['footfall-signature'])) ?? [];
    expect(Number(seconds) * 1000).toBe(clock());
    expect(signature).toBe(createHmac('sha256', 'secret').update(`${seconds}.${got}`).digest('hex'));
  });

  it('is not posted where the name leads into a private network, whatever else it leads to', async () => {
    const url = `http://hooks.example.com:${port}/hook`;
    for (const addresses of [[loopback], [publicOne, loopback], [{ address: '::1', family: 6 }]]) {
      const post = createWebhookPost({ clock, allowsPrivate: false, resolve: async () => addresses });
      await expect(post({ url, body: '{}' })).rejects.toMatchObject({ name: 'DeliveryRefused' });
    }
    const post = createWebhookPost({ clock, allowsPrivate: false });
    const direct = post({ url: `http://127.0.0.1:${port}/hook`, body: '{}' });
    await expect(direct).rejects.toMatchObject({ name: 'DeliveryRefused' });
    expect(received).toEqual([]);
  });

  it('goes to the address that was checked, also where the name leads elsewhere a moment later', async () => {
    let asked = 0;
    const post = createWebhookPost({
      clock,
      allowsPrivate: true,
      resolve: async () => (asked++ === 0 ? [loopback] : [publicOne]),
    });
    await post({ url: `http://hooks.example.com:${port}/hook`, body: '{}' });
    expect(asked).toBe(1);
    expect(received[0]?.headers.host).toBe(`hooks.example.com:${port}`);
  });

  it('follows no redirect, and says which status was answered', async () => {
    const post = createWebhookPost({ clock, allowsPrivate: true });
    answer = { status: 302, headers: { location: `http://127.0.0.1:${port}/elsewhere` } };
    const url = `http://127.0.0.1:${port}/hook`;
    await expect(post({ url, body: '{}' })).rejects.toThrow('status 302');
    expect(received).toHaveLength(1);
    answer = { status: 500 };
    await expect(post({ url, body: '{}' })).rejects.toThrow('status 500');
  });

  it('says that nobody is there', async () => {
    const post = createWebhookPost({ clock, allowsPrivate: true });
    await expect(post({ url: 'http://127.0.0.1:1/', body: '{}' })).rejects.toThrow('ECONNREFUSED');
    const nowhere = post({ url: 'http://nowhere.invalid/', body: '{}' });
    await expect(nowhere).rejects.toThrow('could not be resolved');
  });
});
