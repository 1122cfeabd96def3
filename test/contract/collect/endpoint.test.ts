/** `POST /collect` as HTTP: what it takes, what it answers, and that it is no part of the API. */
import { expect, it } from 'vitest';
import { describeOneServer } from '../../harness/deployments.ts';
import { startOwnServer } from '../own-server.ts';
import { aroundToday, createScript, sendText, untilHealth } from './script.ts';

describeOneServer('POST /collect', (deployment) => {
  const url = () => deployment.urls[0] as string;

  it.concurrent('answers 202 with an empty body, open to every site and without cookies', async () => {
    const tenant = await deployment.tenant();
    const { status, dropped, headers, text } = await createScript(deployment.urls, tenant.website)();
    expect({ status, dropped, text }).toEqual({ status: 202, dropped: null, text: '' });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-expose-headers')).toBe('x-footfall-dropped');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.has('set-cookie')).toBe(false);
    expect(headers.has('access-control-allow-credentials')).toBe(false);
  });

  it.concurrent('answers the preflight of a browser', async () => {
    const { status, headers } = await fetch(`${url()}/collect`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://example.com',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    });
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-methods')).toBe('POST');
    expect(headers.get('access-control-allow-headers')).toBe('content-type');
    expect(Number(headers.get('access-control-max-age'))).toBeGreaterThan(0);
  });

  it.concurrent.each([
    'text/plain;charset=UTF-8',
    'application/json',
    'application/octet-stream',
    'application/x-www-form-urlencoded',
  ])('takes %s', async (type) => {
    const tenant = await deployment.tenant();
    const send = createScript(deployment.urls, tenant.website);
    expect(await send({}, { 'content-type': type })).toMatchObject({ status: 202, dropped: null });
    await deployment.settle();
    const [page] = await tenant.rows('/pixel/analytics/pages', aroundToday());
    expect(page).toMatchObject({ path: '/start', views: '1' });
  });

  it.concurrent('takes 16 KiB and refuses more, readable for the page', async () => {
    const padding = (bytes: number) => {
      const empty = JSON.stringify({ t: 'pageview', padding: '' });
      return JSON.stringify({ t: 'pageview', padding: 'x'.repeat(bytes - empty.length) });
    };
    expect(await sendText(url(), padding(16 * 1024))).toMatchObject({ status: 202, dropped: 'invalid' });
    const refused = await sendText(url(), padding(16 * 1024 + 1));
    expect(refused.status).toBe(413);
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
    expect(JSON.parse(refused.text)).toEqual({
      error: { code: 'payload_too_large', message: expect.stringContaining('16 KiB') },
    });
  });

  it.concurrent.each(['GET', 'PUT', 'DELETE'])('knows no %s', async (method) => {
    expect((await fetch(`${url()}/collect`, { method })).status).toBe(404);
  });

  it.concurrent('needs no key, and is never counted in the limit of the API', async () => {
    const tenant = await deployment.tenant({ rateLimit: 3 });
    const remaining = async () => (await tenant.get('/me')).headers.get('x-ratelimit-remaining');
    expect(await remaining()).toBe('2');
    const send = createScript(deployment.urls, tenant.website);
    for (let n = 0; n < 5; n += 1) {
      const { status, headers } = await send({}, { authorization: `Bearer ${tenant.key}` });
      expect(status).toBe(202);
      expect(headers.has('x-ratelimit-limit')).toBe(false);
    }
    expect(await remaining()).toBe('1');
  });

  it.concurrent('tells the sender nothing of the website', async () => {
    const tenant = await deployment.tenant({ domains: ['private-domain.example'] });
    const send = createScript(deployment.urls, tenant.website);
    const foreign = await send();
    expect(foreign).toMatchObject({ status: 202, dropped: 'foreign_domain', text: '' });
    expect(JSON.stringify([...foreign.headers])).not.toContain('private-domain');
  });
});

it('POST /collect answers 429 above the limit of an address, and counts it for the website', async () => {
  const server = await startOwnServer({ environment: { FOOTFALL_HITS_PER_ADDRESS: '5' } });
  try {
    const tenant = await server.tenant();
    const other = await server.tenant();
    const send = createScript([server.url], tenant.website);
    for (let n = 0; n < 5; n += 1) expect((await send()).status).toBe(202);
    const refused = await send();
    expect(refused).toMatchObject({ status: 429, dropped: 'rate_limited', text: '' });
    expect(refused.headers.get('access-control-allow-origin')).toBe('*');
    expect((await sendText(server.url, 'rubbish')).dropped).toBe('rate_limited');
    expect((await createScript([server.url], other.website)()).dropped).toBe('rate_limited');
    expect((await tenant.get('/me')).status).toBe(200);

    const health = await untilHealth(tenant, ({ rate_limited }) => rate_limited?.value !== '0');
    expect(health.rate_limited).toMatchObject({ status: 'warning', value: '1' });
    expect(health.rate_limited?.reason).toMatch(/^Last on example\.com\. /);
    const theirs = await untilHealth(other, ({ rate_limited }) => rate_limited?.value !== '0');
    expect(theirs.rate_limited?.value).toBe('1');
    const [page] = await tenant.rows('/pixel/analytics/pages', aroundToday());
    expect(page).toMatchObject({ views: '5' });
  } finally {
    await server.stop();
  }
});

it('POST /collect answers 429 above the limit of a website, which hits of other domains do not use up', async () => {
  const server = await startOwnServer({ environment: { FOOTFALL_HITS_PER_WEBSITE: '2' } });
  try {
    const tenant = await server.tenant();
    const other = await server.tenant();
    const send = createScript([server.url], tenant.website);
    for (let n = 0; n < 5; n += 1) {
      expect((await send({ u: 'https://attacker.test/' })).dropped).toBe('foreign_domain');
    }
    expect([(await send()).status, (await send()).status, (await send()).status]).toEqual([202, 202, 429]);
    expect((await createScript([server.url], other.website)()).status).toBe(202);
  } finally {
    await server.stop();
  }
});
