/** The programs of the guides, each started as its guide says, against a real server. */
import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { describeOneServer } from '../harness/deployments.ts';
import { findSnippets, requireProgram } from '../harness/find-snippets.ts';
import { findQuietPort } from '../harness/quiet-port.ts';
import { root } from '../harness/root.ts';
import { openShell, type Shell } from '../harness/run-shell.ts';
import type { Tenant } from '../harness/tenant.ts';
import { aroundToday } from './collect/script.ts';

const readyWithinMs = 30_000;
let shell: Shell;
beforeAll(async () => {
  shell = await openShell();
});
afterAll(() => shell.close());

async function writeProgram(name: string): Promise<string> {
  const file = join(shell.folder, name);
  await writeFile(file, requireProgram(name).code);
  return file;
}

describeOneServer('webhooks of the guides', (deployment) => {
  /** By the lines of the guide that start it; answers its address. */
  async function startProgram(
    name: string,
    tenant: Tenant,
    url = deployment.urls[0] as string,
  ): Promise<string> {
    await writeProgram(name);
    const lines = findSnippets().find(({ code }) => code.endsWith(`\nnode ${name}`))?.code;
    if (!lines) throw new Error(`No guide says how ${name} is started.`);
    const filled = lines
      .replace('https://HOST', url)
      .replace('wk_…', tenant.key)
      .replace('ff_…', tenant.website)
      .replace(/SECRET=\S+/, 'SECRET=whsec_test');
    const port = await findQuietPort();
    const stop = shell.start(filled, { PORT: String(port) }, shell.folder);
    onTestFinished(stop);
    const address = `http://127.0.0.1:${port}/`;
    const isThere = () =>
      fetch(address, { method: 'POST', body: '{}' }).then(
        () => true,
        () => false,
      );
    await expect.poll(isThere, { timeout: readyWithinMs }).toBe(true);
    return address;
  }

  async function paymentsOf(tenant: Tenant, visitor_id: string) {
    const rows = await tenant.rows('/pixel/metrics/visitor_timeline', { visitor_id });
    return rows.filter(({ type }) => type === 'payment').map(({ amount, currency }) => [amount, currency]);
  }

  async function revenueOf(tenant: Tenant) {
    await deployment.settle();
    const rows = await tenant.rows('/pixel/analytics/timeseries/breakdown', aroundToday());
    const sum = (column: string) => rows.reduce((total, row) => total + Number(row[column]), 0);
    return { new: sum('revenue_new'), renewal: sum('revenue_renewal'), refund: sum('revenue_refund') };
  }

  describe('Stripe', () => {
    async function send(address: string, type: string, object: object, previous_attributes?: object) {
      const time = Math.floor(Date.now() / 1000);
      const event = { id: 'evt_1', type, created: time, data: { object, previous_attributes } };
      const body = JSON.stringify(event);
      const signature = createHmac('sha256', 'whsec_test').update(`${time}.${body}`).digest('hex');
      const headers = { 'stripe-signature': `t=${time},v1=${'0'.repeat(64)},v1=${signature},v0=x` };
      return (await fetch(address, { method: 'POST', headers, body })).status;
    }

    /** Only what it is asked is looked at: the package is no dependency. */
    async function beginCheckout(options: object): Promise<Record<string, unknown>> {
      const folder = join(shell.folder, 'node_modules', 'stripe');
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, 'package.json'), '{"type": "module", "exports": "./index.js"}');
      await writeFile(
        join(folder, 'index.js'),
        'export default class { checkout = { sessions: { create: async (asked) => asked } } }',
      );
      const { createCheckout } = await import(pathToFileURL(await writeProgram('stripe-checkout.mjs')).href);
      return createCheckout(options);
    }

    it('payments bring back the visitor who was put into the checkout', async () => {
      const tenant = await deployment.tenant();
      const address = await startProgram('stripe-webhook.mjs', tenant);
      const once = await beginCheckout({ mode: 'payment', price: 'price_1', visitorId: '4711' });
      expect(once).toMatchObject({ mode: 'payment', line_items: [{ price: 'price_1', quantity: 1 }] });
      const paid = {
        id: 'cs_1',
        payment_status: 'paid',
        amount_total: 4990,
        currency: 'eur',
        metadata: once.metadata,
      };
      expect(await send(address, 'checkout.session.completed', paid)).toBe(200);
      expect(await send(address, 'checkout.session.completed', paid)).toBe(200);
      expect(await revenueOf(tenant)).toEqual({ new: 49.9, renewal: 0, refund: 0 });

      const { metadata } = once.payment_intent_data as { metadata: object };
      const charge = { id: 'ch_1', currency: 'eur', metadata };
      await send(address, 'charge.refunded', { ...charge, amount_refunded: 1000 }, { amount_refunded: 0 });
      await send(address, 'charge.refunded', { ...charge, amount_refunded: 1500 }, { amount_refunded: 1000 });
      expect(await revenueOf(tenant)).toEqual({ new: 49.9, renewal: 0, refund: -15 });

      const monthly = await beginCheckout({ mode: 'subscription', price: 'price_2', visitorId: '4711' });
      const invoice = { id: 'in_2', billing_reason: 'subscription_cycle', amount_paid: 900, currency: 'eur' };
      const parent = { subscription_details: monthly.subscription_data };
      await send(address, 'invoice.paid', {
        ...invoice,
        id: 'in_1',
        billing_reason: 'subscription_create',
        parent,
      });
      await send(address, 'invoice.paid', { ...invoice, parent });
      expect(await revenueOf(tenant)).toEqual({ new: 49.9, renewal: 9, refund: -15 });
      expect((await paymentsOf(tenant, '4711')).sort()).toEqual([
        [-10, 'EUR'],
        [-5, 'EUR'],
        [49.9, 'EUR'],
        [9, 'EUR'],
      ]);
    });

    it('takes the reference of a link, units of every currency, and what was paid alone', async () => {
      const tenant = await deployment.tenant();
      const address = await startProgram('stripe-webhook.mjs', tenant);
      const session = { payment_status: 'paid', client_reference_id: '42', metadata: {} };
      await send(address, 'checkout.session.completed', {
        ...session,
        id: 'a',
        amount_total: 500,
        currency: 'jpy',
      });
      await send(address, 'checkout.session.async_payment_succeeded', {
        ...{ ...session, id: 'b', amount_total: 1250, currency: 'kwd' },
      });
      const unpaid = { ...session, id: 'c', payment_status: 'unpaid', amount_total: 700, currency: 'eur' };
      expect(await send(address, 'checkout.session.completed', unpaid)).toBe(200);
      expect(await send(address, 'customer.created', { id: 'cus_1' })).toBe(200);
      expect((await beginCheckout({ mode: 'payment', price: 'p' })).metadata).toEqual({});
      await deployment.settle();
      expect((await paymentsOf(tenant, '42')).sort()).toEqual([
        [1.25, 'KWD'],
        [500, 'JPY'],
      ]);
    });

    it('refuses what Stripe did not sign, and asks for another try while Footfall is away', async () => {
      const tenant = await deployment.tenant();
      const address = await startProgram('stripe-webhook.mjs', tenant, 'http://127.0.0.1:1');
      const forged = { method: 'POST', body: '{}', headers: { 'stripe-signature': 't=1,v1=00' } };
      expect((await fetch(address, forged)).status).toBe(400);
      expect((await fetch(address, { method: 'POST', body: '{}' })).status).toBe(400);
      const paid = { id: 'cs', payment_status: 'paid', amount_total: 100, currency: 'eur', metadata: {} };
      expect(await send(address, 'checkout.session.completed', paid)).toBe(503);
    });
  });

  it('Shopify: orders with the visitor of the cart, and refunds', async () => {
    const tenant = await deployment.tenant();
    const address = await startProgram('shopify-webhook.mjs', tenant);
    const send = async (topic: string, object: object, secret = 'whsec_test') => {
      const body = JSON.stringify(object);
      const signature = createHmac('sha256', secret).update(body).digest('base64');
      const headers = { 'x-shopify-topic': topic, 'x-shopify-hmac-sha256': signature };
      return (await fetch(address, { method: 'POST', headers, body })).status;
    };
    const order = {
      ...{ id: 820982911, total_price: '409.94', currency: 'USD' },
      note_attributes: [{ name: 'footfall_visitor_id', value: '77' }],
    };
    expect(await send('orders/paid', order)).toBe(200);
    expect(await send('orders/paid', order)).toBe(200);
    const transactions = [
      { amount: '9.94', currency: 'USD', status: 'success' },
      { amount: '50.00', currency: 'USD', status: 'failure' },
    ];
    expect(await send('refunds/create', { id: 1, order_id: order.id, transactions })).toBe(200);
    expect(await send('orders/create', order)).toBe(200);
    expect(await send('orders/paid', { ...order, id: 2 }, 'guessed')).toBe(401);
    expect(await revenueOf(tenant)).toEqual({ new: 409.94, renewal: 0, refund: -9.94 });
    expect(await paymentsOf(tenant, '77')).toEqual([[409.94, 'USD']]);
  });

  it('Next.js: rewrites that lead to the script and to where it sends', async () => {
    const { default: config } = await import(pathToFileURL(await writeProgram('next.config.mjs')).href);
    const rewrites: { source: string; destination: string }[] = await config.rewrites();
    expect(rewrites.map(({ source }) => source)).toEqual(['/stats/footfall.js', '/stats/collect']);
    const [script, collect] = rewrites.map(({ destination }) =>
      destination.replace('https://HOST', deployment.urls[0] as string),
    );
    expect((await fetch(script as string)).headers.get('content-type')).toContain('javascript');
    expect((await fetch(collect as string, { method: 'POST', body: '{}' })).status).toBe(202);
  });
});

it('the signature of an identity is the one that the guide and the page show', async () => {
  process.env.FOOTFALL_IDENTITY_SECRET = 'a-secret-for-this-example';
  onTestFinished(() => void delete process.env.FOOTFALL_IDENTITY_SECRET);
  const { signIdentity } = await import(pathToFileURL(await writeProgram('sign-identity.mjs')).href);
  const call = findSnippets().find(({ code }) => code.includes("footfall.identify('customer-42'"));
  expect(call?.code).toContain(`'${signIdentity('customer-42')}'`);
});

it('components of guides are right to TypeScript, with the types that a guide has', async () => {
  // Below the package, so that React and its types are found.
  const folder = await mkdtemp(join(root, '.types-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const snippets = findSnippets().filter(({ language }) => language === 'tsx' || language === 'ts');
  expect(snippets.length).toBeGreaterThan(5);
  for (const [index, { language, code }] of snippets.entries()) {
    await writeFile(join(folder, language === 'ts' ? 'footfall.d.ts' : `snippet-${index}.tsx`), code);
  }
  await writeFile(
    join(folder, 'next.d.ts'),
    `declare module 'next/script' { export default function Script(props: { src: string; strategy?: 'afterInteractive'; 'data-website-id'?: string }): null; }
     declare module 'next/app' { export type AppProps = { Component: () => null; pageProps: object }; }`,
  );
  const compilerOptions = {
    ...{ strict: true, noEmit: true, jsx: 'react-jsx', module: 'ESNext', moduleResolution: 'Bundler' },
    ...{ target: 'ES2022', lib: ['ES2022', 'DOM'], types: ['react'], skipLibCheck: true },
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  const { status, stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder], {
    encoding: 'utf8',
  });
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
});
