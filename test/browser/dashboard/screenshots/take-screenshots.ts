/** `npm run screenshots`: the main pages of the dashboard over the demo's traffic, into docs/images. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { launchBrowser, prepareBrowser } from '../../../harness/browser.ts';
import { type DemoServer, startDemo } from '../../../harness/demo-server.ts';
import { root } from '../../../harness/root.ts';

const images = join(root, 'docs/images');
const visitors = 12_000;

const looks: Record<string, BrowserContextOptions> = {
  wide: { viewport: { width: 1440, height: 1000 }, colorScheme: 'light' },
  dark: { viewport: { width: 1440, height: 1000 }, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'light', isMobile: true, hasTouch: true },
};

/** Below the address of the website. */
const pages: Record<string, string> = {
  overview: '',
  realtime: '/realtime',
  funnels: '/funnels?funnel=new&steps=page:/,page:/shop,goal:purchase',
  retention: '/retention?cohorts=week',
  revenue: '/revenue',
  visitors: '/visitors',
};

export async function main(): Promise<number> {
  const { demo, folder, stop } = await startDemo(visitors);
  try {
    const browser = await launchBrowser(await prepareBrowser(folder));
    try {
      for (const [look, options] of Object.entries(looks)) await takeAll(browser, demo, look, options);
    } finally {
      await browser.close();
    }
  } finally {
    await stop();
  }
  return 0;
}

async function takeAll(
  browser: Browser,
  demo: DemoServer,
  look: string,
  options: BrowserContextOptions,
): Promise<void> {
  const { url, workspaceId, websiteId, signIn } = demo;
  const context = await browser.newContext({ locale: 'en-US', deviceScaleFactor: 1, ...options });
  await context.request.post(`${url}/app/sign-in`, { data: signIn, headers: { origin: url } });
  const page = await context.newPage();
  for (const [name, path] of Object.entries(pages)) {
    if (name === 'realtime') await visitNow(demo);
    await page.goto(`${url}/w/${workspaceId}/${websiteId}${path}`);
    await page.locator('h1').first().waitFor({ state: 'attached' });
    while ((await page.locator(unfinished).count()) > 0) await sleep(pollMs);
    await sleep(settleMs);
    const file = join(images, `${name}-${look}.png`);
    await page.screenshot({ path: file, fullPage: look !== 'phone' && name === 'overview' });
    process.stdout.write(`${name}-${look}.png\n`);
  }
  await context.close();
}

/** What stands in for numbers that are still to come. */
const unfinished = '[aria-busy="true"], .skeleton, .app-loading, .is-stale';
const pollMs = 100;
/** Numbers come in, and what fades has faded. */
const settleMs = 2_500;
const people = 24;
const places = ['/', '/shop', '/shop/ethiopia-guji', '/subscribe', '/blog/how-to-brew-pour-over'];
const referrers = ['https://www.google.com/', 'https://chatgpt.com/', 'https://news.ycombinator.com/', ''];
/** Of Germany, the United States, Great Britain, Brazil, Australia, Japan, the Netherlands and India. */
const addresses =
  '193.99.144.80 8.8.8.8 212.58.244.1 200.147.3.157 1.1.1.1 202.12.27.33 91.198.174.192 164.100.58.1'.split(
    ' ',
  );

/** Visits of this very moment, spread over the last minutes. */
async function visitNow({ url, key, websiteId }: DemoServer): Promise<void> {
  for (let n = 0; n < people; n += 1) {
    await fetch(`${url}/api/v1/pixel/events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        website_id: websiteId,
        visitor_id: `guest-${n}`,
        session_id: `visit-${n}`,
        path: places[n % places.length],
        referrer: referrers[n % referrers.length],
        ip: addresses[n % addresses.length],
        ts: Date.now() - ((n * 37) % 280) * 1000,
      }),
    });
  }
}
