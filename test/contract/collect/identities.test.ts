/** Who may say who a visitor is: what a stranger can send from a browser, against what the owner's server says. */
import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { BrowserIdentities } from '../../../src/contract/browser-identities.ts';
import { dropReasons } from '../../../src/contract/drop-reasons.ts';
import { rotateIdentitySecret } from '../../../src/websites/rotate-identity-secret.ts';
import { setBrowserIdentities } from '../../../src/websites/set-browser-identities.ts';
import { describeDeployments } from '../../harness/deployments.ts';
import type { Tenant } from '../../harness/tenant.ts';
import { createScript, type Script, untilHealth } from './script.ts';

const externalId = 'customer-42';
const sign = (secret: string | null, id = externalId) =>
  createHmac('sha256', String(secret)).update(id).digest('hex');

describeDeployments('identities', (deployment) => {
  type Scene = { tenant: Tenant; send: Script; secret: string | null };

  async function begin(mode: BrowserIdentities = 'accepted'): Promise<Scene> {
    const tenant = await deployment.tenant();
    const { workspaceId, websiteUuid } = tenant;
    const { secret } = await setBrowserIdentities(deployment.control(), workspaceId, websiteUuid, mode);
    return { tenant, send: createScript(deployment.urls, tenant.website), secret };
  }

  const byServer = async ({ tenant }: Scene, visitor_id: string, external_id: string, traits: object) => {
    const body = { website_id: tenant.website, visitor_id, external_id, traits };
    expect((await tenant.post('/pixel/identify', body)).status).toBe(200);
  };
  const byBrowser = async ({ send }: Scene, visitor: string, id: string, traits: object, h?: string) => {
    const hit = { t: 'identify', v: visitor, s: `s-${visitor}`, x: id, p: traits, h } as const;
    return (await send(hit)).dropped;
  };
  const visit = ({ send }: Scene, visitor: string, source: string) =>
    send({ v: visitor, s: `s-${visitor}`, u: `https://example.com/?utm_source=${source}` });
  const profileOf = async ({ tenant }: Scene, visitor_id: string) => {
    await deployment.settle();
    const [row] = await tenant.rows('/pixel/metrics/visitor_profile', { visitor_id });
    return { identified: row?.identified, sessions: row?.sessions, traits: row?.traits };
  };

  describe('of a person whom the server knows, and a stranger who guessed the external ID', () => {
    let scene: Scene;
    beforeAll(async () => {
      scene = await begin();
      const { tenant } = scene;
      await visit(scene, 'victim', 'newsletter');
      // Before the server says who it is, and after.
      await visit(scene, 'early stranger', 'stranger');
      expect(await byBrowser(scene, 'early stranger', externalId, { plan: 'forged' })).toBeNull();
      await byServer(scene, 'victim', externalId, { plan: 'pro' });
      await visit(scene, 'late stranger', 'stranger');
      expect(await byBrowser(scene, 'late stranger', externalId, { plan: 'forged' })).toBeNull();
      // A stranger who knows the visitor's ID.
      expect(await byBrowser(scene, 'victim', 'the stranger', { plan: 'forged' })).toBeNull();
      const payment = { website_id: tenant.website, visitor_id: 'victim', transaction_id: 't', amount: 100 };
      expect((await tenant.post('/pixel/payments', payment)).status).toBe(200);
      await deployment.settle();
    });

    it('revenue stays with the source that the person came from', async () => {
      for (const model of ['last_non_direct', 'first', 'last', 'linear']) {
        const rows = await scene.tenant.rows('/pixel/metrics/attributed_revenue', { model });
        expect(rows).toMatchObject([{ source: 'newsletter', revenue: 100, payments: '1', visitors: '1' }]);
      }
    });

    it('traits and visits stay the person’s own', async () => {
      expect(await profileOf(scene, 'victim')).toEqual({
        identified: true,
        sessions: '1',
        traits: { plan: 'pro' },
      });
      const timeline = await scene.tenant.rows('/pixel/metrics/visitor_timeline', { visitor_id: 'victim' });
      expect(timeline.map(({ type }) => type).sort()).toEqual([
        'identify',
        'identify',
        'pageview',
        'payment',
      ]);
    });

    it('strangers are nobody that is known', async () => {
      for (const stranger of ['early stranger', 'late stranger']) {
        expect(await profileOf(scene, stranger)).toEqual({ identified: false, sessions: '1', traits: {} });
      }
    });

    it('all that arrived is counted as such', async () => {
      expect(await scene.tenant.rows('/pixel/analytics/overview')).toMatchObject([{ events_last_5m: '8' }]);
    });
  });

  it.concurrent('of browsers alone join visitors, as they did', async () => {
    const scene = await begin();
    for (const visitor of ['phone', 'laptop']) {
      await visit(scene, visitor, 'newsletter');
      expect(await byBrowser(scene, visitor, externalId, { seen: visitor })).toBeNull();
    }
    const person = { identified: true, sessions: '2', traits: { seen: 'laptop' } };
    expect(await profileOf(scene, 'phone')).toEqual(person);
    expect(await profileOf(scene, 'laptop')).toEqual(person);
  });

  it.concurrent('with a signature join whom the server knows, and leave the traits of the server', async () => {
    const scene = await begin();
    await visit(scene, 'phone', 'newsletter');
    await visit(scene, 'laptop', 'newsletter');
    await byServer(scene, 'phone', externalId, { plan: 'pro' });
    const signature = sign(scene.secret);
    expect(await byBrowser(scene, 'laptop', externalId, { plan: 'mine' }, signature)).toBeNull();
    const person = { identified: true, sessions: '2', traits: { plan: 'pro' } };
    expect(await profileOf(scene, 'phone')).toEqual(person);
    expect(await profileOf(scene, 'laptop')).toEqual(person);
  });

  it.concurrent('of the server go before those with a signature', async () => {
    const scene = await begin();
    await visit(scene, 'victim', 'newsletter');
    await visit(scene, 'customer', 'newsletter');
    await byServer(scene, 'victim', externalId, { plan: 'pro' });
    const own = sign(scene.secret, 'another customer');
    for (const visitor of ['customer', 'victim']) {
      expect(await byBrowser(scene, visitor, 'another customer', {}, own)).toBeNull();
    }
    expect(await profileOf(scene, 'victim')).toMatchObject({ sessions: '1', traits: { plan: 'pro' } });
    expect(await profileOf(scene, 'customer')).toMatchObject({ sessions: '1', traits: {} });
  });

  it.concurrent('are taken with a signature alone where the website asks for it', async () => {
    const scene = await begin('signed');
    const attempt = (h: string | undefined, id = externalId) => byBrowser(scene, 'v1', id, {}, h);
    const right = sign(scene.secret);
    const wrong = [undefined, '', sign('guessed'), sign('null'), right.slice(1), sign(scene.secret, 'other')];
    for (const signature of wrong) expect(await attempt(signature)).toBe('unsigned_identity');
    expect(await profileOf(scene, 'v1')).toEqual({});
    expect(await attempt(right)).toBeNull();
    expect(await attempt(right.toUpperCase())).toBeNull();
    // A page passes the ID of a database as the number that it is.
    expect(await byBrowser(scene, 'v2', 7 as never, {}, sign(scene.secret, '7'))).toBeNull();
    expect(await profileOf(scene, 'v2')).toMatchObject({ identified: true });
    await byServer(scene, 'v3', externalId, {});

    const health = await untilHealth(
      scene.tenant,
      ({ unsigned_identities }) => unsigned_identities?.value === String(wrong.length),
    );
    expect(health.unsigned_identities).toMatchObject({
      status: 'warning',
      value: String(wrong.length),
      reason: `Last on example.com. ${dropReasons.unsigned_identity}`,
    });
  });

  it.concurrent('with a wrong signature are refused also where none is needed', async () => {
    const scene = await begin();
    expect(await byBrowser(scene, 'v1', externalId, {}, sign('guessed'))).toBe('unsigned_identity');
  });

  it.concurrent('need the new secret once it is replaced', async () => {
    const scene = await begin('signed');
    const { workspaceId, websiteUuid } = scene.tenant;
    expect(await byBrowser(scene, 'v1', externalId, {}, sign(scene.secret))).toBeNull();
    const { secret } = await rotateIdentitySecret(deployment.control(), workspaceId, websiteUuid);
    expect(secret).not.toBe(scene.secret);
    for (const url of deployment.urls) {
      const own = { ...scene, send: createScript([url], scene.tenant.website) };
      const attempt = (used: string | null) => byBrowser(own, 'v1', externalId, {}, sign(used));
      await expect.poll(() => attempt(scene.secret), { timeout: 10_000 }).toBe('unsigned_identity');
      expect(await attempt(secret)).toBeNull();
    }
  });

  it.concurrent('of browsers are refused where they are switched off, with a signature too', async () => {
    const scene = await begin('refused');
    const attempts = [undefined, sign(scene.secret)];
    for (const h of attempts)
      expect(await byBrowser(scene, 'v1', externalId, {}, h)).toBe('refused_identity');
    await byServer(scene, 'v1', externalId, { plan: 'pro' });
    await visit(scene, 'v1', 'newsletter');
    expect(await profileOf(scene, 'v1')).toEqual({
      identified: true,
      sessions: '1',
      traits: { plan: 'pro' },
    });
    const health = await untilHealth(
      scene.tenant,
      ({ refused_identities }) => refused_identities?.value === '2',
    );
    expect(health.refused_identities).toMatchObject({ status: 'ok', value: '2' });
  });
});
