/** The badge and the counter: pictures that anybody may ask for, of websites that turned them on. */
import { beforeAll, expect, it } from 'vitest';
import { describeDeployments, describeOneServer } from '../harness/deployments.ts';
import { createMember, type Member } from '../harness/person.ts';
import type { Tenant } from '../harness/tenant.ts';
import { createSender } from './reports/records.ts';

describeDeployments('the badge of a website', ({ urls, control, tenant, settle }) => {
  const url = urls[0] as string;
  let ours: Tenant;
  let theirs: Tenant;
  let owner: Member;

  beforeAll(async () => {
    ours = await tenant();
    theirs = await tenant();
    owner = await createMember(control(), urls, ours.workspaceId, 'owner');
    const now = Date.now();
    const send = createSender(ours);
    for (let n = 0; n < 3; n += 1) {
      await send.view(`v${n}`, `s${n}`, now, { path: '/' });
      await send.view(`v${n}`, `s${n}`, now, { path: n === 0 ? '/a,b' : '/blog' });
    }
    await send.view('old', 'old', now - 60 * 86_400_000, { path: '/blog' });
    await createSender(theirs).view('t', 't', now, { path: '/' });
    await settle();
  });

  const turn = (enabled: boolean) =>
    owner.send('PATCH', `/workspaces/${ours.workspaceId}/websites/${ours.websiteUuid}/badge`, { enabled });

  async function read(path: string, headers: Record<string, string> = {}) {
    const response = await fetch(url + path, { headers });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  const titleOf = (svg: string) => /<title>(.*)<\/title>/.exec(svg)?.[1];

  it('is there once it is turned on, and gone once it is turned off', async () => {
    const at = `/workspaces/${ours.workspaceId}/websites/${ours.websiteUuid}/badge`;
    const missing = await read('/badge/ff_nothing.svg');
    expect(missing.status).toBe(404);
    for (const kind of ['badge', 'counter']) {
      const { status, text } = await read(`/${kind}/${ours.website}.svg`);
      expect([status, text]).toEqual([404, missing.text]);
    }
    expect((await owner.get(at)).body).toEqual({ enabled: false });
    expect((await turn(true)).body).toEqual({ enabled: true });
    expect((await owner.get(at)).body).toEqual({ enabled: true });
    expect((await read(`/badge/${ours.website}.svg`)).status).toBe(200);
    expect((await read(`/badge/${theirs.website}.svg`)).status).toBe(404);
    await turn(false);
    expect((await read(`/badge/${ours.website}.svg`)).status).toBe(404);
    const elsewhere = `/workspaces/${theirs.workspaceId}/websites/${ours.websiteUuid}/badge`;
    const stranger = await createMember(control(), urls, theirs.workspaceId, 'owner');
    expect((await stranger.send('PATCH', elsewhere, { enabled: true })).status).toBe(404);
    await turn(true);
  });

  it('shows the figures of the reports', async () => {
    await turn(true);
    const figures: [string, string][] = [
      [`/badge/${ours.website}.svg`, '3 visitors in 30 days'],
      [`/badge/${ours.website}.svg?show=pageviews&days=7`, '6 views in 7 days'],
      [`/badge/${ours.website}.svg?days=90`, '4 visitors in 90 days'],
      [`/badge/${ours.website}.svg?show=visitors&path=/blog&days=2`, '2 visitors in 2 days'],
      [
        `/badge/${ours.website}.svg?days=5&label=Leser%20%26%20%3CFreunde%3E`,
        '3 Leser &amp; &lt;Freunde&gt;',
      ],
      [`/counter/${ours.website}.svg`, '7 views'],
      [`/counter/${ours.website}.svg?path=/blog`, '3 views'],
      [`/counter/${ours.website}.svg?path=/a,b`, '1 view'],
      [`/counter/${ours.website}.svg?path=/never`, '0 views'],
    ];
    for (const [path, title] of figures) {
      const { status, text } = await read(path);
      expect([path, status, titleOf(text)]).toEqual([path, 200, title]);
      expect(text).toMatch(/^<svg [^>]*role="img"[^>]*>[\s\S]*<\/svg>\n$/);
    }
  });

  it('is kept by browsers, shown on any website, and runs nothing', async () => {
    await turn(true);
    const { headers, text } = await read(
      `/badge/${ours.website}.svg?label=%3Cscript%3Ealert(1)%3C/script%3E`,
    );
    expect(headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect(headers.get('cache-control')).toBe('public, max-age=300');
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    );
    expect(text).not.toContain('<script');
    const known = { 'if-none-match': headers.get('etag') ?? '' };
    const again = await read(`/badge/${ours.website}.svg?label=%3Cscript%3Ealert(1)%3C/script%3E`, known);
    expect([again.status, again.text]).toEqual([304, '']);
    const [dark, light] = await Promise.all(
      ['dark', 'light'].map((theme) => read(`/badge/${ours.website}.svg?theme=${theme}`)),
    );
    expect(dark?.text).not.toBe(light?.text);
    expect(dark?.text).not.toContain('prefers-color-scheme');
    expect(text).toContain('prefers-color-scheme');
  });

  it('is counted anew after a while, and not with every request', async () => {
    await turn(true);
    const path = `/badge/${ours.website}.svg?days=3`;
    expect(titleOf((await read(path)).text)).toBe('3 visitors in 3 days');
    await createSender(ours).view('later', 'later', Date.now(), { path: '/' });
    await settle();
    expect(titleOf((await read(path)).text)).toBe('3 visitors in 3 days');
    expect(titleOf((await read(`${path.replace('days=3', 'days=4')}`)).text)).toBe('4 visitors in 4 days');
  });

  it.each([
    'show=revenue',
    'days=0',
    'days=400',
    'days=x',
    'path=blog',
    'theme=red',
    `label=${'x'.repeat(61)}`,
  ])('is refused with %s', async (query) => {
    await turn(true);
    const { status, text } = await read(`/badge/${ours.website}.svg?${query}`);
    expect([status, JSON.parse(text).error.code]).toEqual([400, 'invalid_badge']);
  });
});

describeOneServer('the badges of a website', ({ urls, control, tenant }) => {
  it('have the engine count at most three hundred figures in five minutes', async () => {
    const ours = await tenant();
    const owner = await createMember(control(), urls, ours.workspaceId, 'owner');
    const at = `/workspaces/${ours.workspaceId}/websites/${ours.websiteUuid}/badge`;
    await owner.send('PATCH', at, { enabled: true });
    const ask = async (path: string) =>
      (await fetch(`${urls[0]}/counter/${ours.website}.svg?path=${path}`)).status;
    const statuses: number[] = [];
    for (let first = 0; first < 300; first += 20) {
      const paths = Array.from({ length: 20 }, (_, n) => `/${first + n}`);
      statuses.push(...(await Promise.all(paths.map(ask))));
    }
    expect(statuses).toEqual(Array.from({ length: 300 }, () => 200));
    expect(await ask('/one-more')).toBe(429);
    expect(await ask('/1')).toBe(200);
  });
});
