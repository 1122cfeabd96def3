/** The dashboard over the demo's traffic in a real browser, and the API to hold its numbers against. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { launchBrowser } from '../../harness/browser.ts';

export type Row = Record<string, unknown>;
export type Query = Record<string, string>;

export type Dashboard = {
  url: string;
  /** A browser of its own, with the owner signed in. `path` is below the website's address. */
  open(path?: string, options?: BrowserContextOptions): Promise<Page>;
  /** The same with nobody signed in, and no page yet. */
  openBlank(options?: BrowserContextOptions): Promise<Page>;
  /** The same, at any path. */
  openSignedOut(path: string, options?: BrowserContextOptions): Promise<Page>;
  /** Rows of a report as the dashboard gets them: more can be asked there than of the API. */
  ownRows(page: Page, path: string, query?: Query): Promise<Row[]>;
  /** Rows of a report as the API answers them to a key. */
  rows(path: string, query?: Query): Promise<Row[]>;
  fetchApi(path: string, query?: Query): Promise<Response>;
  /** What axe finds, by rule and element. */
  violations(page: Page): Promise<string[]>;
};

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Only violations are described, and only they leave the page: all that is well takes longer than the looking. */
const runAxe = `window.axe.run({ resultTypes: ['violations'], selectors: false }).then(({ violations }) =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))`;
export const wide = { width: 1440, height: 900 };
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

export function useDashboard(): Dashboard {
  const { program, url, workspaceId, websiteId, key, signIn } = inject('dashboard');
  let browser: Browser;
  let cookies: Awaited<ReturnType<BrowserContext['cookies']>>;
  let contexts: BrowserContext[] = [];
  const wrong: string[] = [];

  async function openContext(options: BrowserContextOptions): Promise<BrowserContext> {
    const context = await browser.newContext({
      locale: 'en-US',
      viewport: wide,
      // A machine without graphics hardware draws every frame of a motion by itself.
      reducedMotion: 'reduce',
      ...options,
    });
    contexts.push(context);
    context.on('page', (page) => watch(page, url, wrong));
    return context;
  }

  async function openBlank(options: BrowserContextOptions = {}): Promise<Page> {
    return (await openContext(options)).newPage();
  }

  beforeAll(async () => {
    browser = await launchBrowser(program);
    const context = await browser.newContext();
    const answer = await context.request.post(`${url}/app/sign-in`, {
      data: signIn,
      headers: { origin: url },
    });
    expect(answer.status()).toBe(200);
    cookies = await context.cookies();
    await context.close();
  });
  afterEach(async () => {
    await Promise.all(contexts.map((context) => context.close()));
    contexts = [];
    expect(wrong.splice(0)).toEqual([]);
  });
  afterAll(() => browser.close());

  async function fetchApi(path: string, query: Query = {}): Promise<Response> {
    const parameters = new URLSearchParams({ website_id: websiteId, ...query });
    return fetch(`${url}/api/v1/${path}?${parameters}`, { headers: { authorization: `Bearer ${key}` } });
  }

  return {
    url,
    async open(path = '', options = {}) {
      const context = await openContext(options);
      await context.addCookies(cookies);
      const page = await context.newPage();
      await page.goto(`${url}/w/${workspaceId}/${websiteId}${path}`);
      return page;
    },
    openBlank,
    async openSignedOut(path, options) {
      const page = await openBlank(options);
      await page.goto(url + path);
      return page;
    },
    async ownRows(page, path, query) {
      const parameters = new URLSearchParams({ website_id: websiteId, ...query });
      const answer = await page.request.get(`${url}/app/workspaces/${workspaceId}/api/${path}?${parameters}`);
      const body = (await answer.json()) as { data: { data: Row[] } };
      expect(answer.status(), JSON.stringify(body)).toBe(200);
      return body.data.data;
    },
    fetchApi,
    async rows(path, query) {
      const response = await fetchApi(path, query);
      const body = (await response.json()) as { data: { data: Row[] } };
      expect(response.status, JSON.stringify(body)).toBe(200);
      return body.data.data;
    },
    violations: findViolations,
  };
}

export async function findViolations(page: Pick<Page, 'evaluate'>): Promise<string[]> {
  // To load it takes as long as to look at a small page.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe);
  return await page.evaluate<string[]>(runAxe);
}

/** What no page may do: throw, break its own security policy, or ask any other host. */
export function watch(page: Page, url: string, wrong: string[]): void {
  page.on('pageerror', (error) => wrong.push(`thrown: ${error.message}`));
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) wrong.push(message.text());
  });
  page.on('request', (request) => {
    const isOwn = request.url().startsWith(`${url}/`) || request.url().startsWith('data:');
    if (!isOwn) wrong.push(`another host: ${request.url()}`);
  });
}
