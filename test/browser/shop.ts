/** A shop that Footfall counts, and people who visit it in a real browser. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest';
import { type Control, openControl } from '../../src/store/control/open-control.ts';
import { createApiClient } from '../harness/api-client.ts';
import { launchBrowser } from '../harness/browser.ts';
import { settle } from '../harness/deployments.ts';
import { footfallHost, type Hit, type Site, startSite } from '../harness/site.ts';
import { createTenant, type Tenant } from '../harness/tenant.ts';

export const shopHost = 'shop.example.test';

export type PageOptions = {
  host?: string;
  /** Of the script tag; data-allow-local unless given, since a browser under test says that it is automated. */
  attributes?: string;
  /** Instead of the script tag. */
  head?: string;
  headers?: Record<string, string>;
};

export type Visitor = {
  context: BrowserContext;
  open(path?: string, host?: string): Promise<Page>;
  /** The clock of this visitor's browser stands still until it is moved. */
  passTime(milliseconds: number): Promise<void>;
};

export type Shop = {
  tenant(): Tenant;
  control(): Control;
  site(): Site;
  browser(): Browser;
  /** The script tag as a site owner pastes it, with more attributes. */
  tag(attributes?: string): string;
  page(path: string, body?: string, options?: PageOptions): void;
  visitor(options?: BrowserContextOptions): Promise<Visitor>;
  /** Waits for exactly these many hits and until they are in reports. */
  counted(hits: number): Promise<Hit[]>;
  rows(path: string, query?: Record<string, string>): Promise<Record<string, unknown>[]>;
  /** Views by path, in the order of the pages report. */
  views(): Promise<Record<string, string>>;
  totals(): Promise<Totals>;
  /** Everything that the visitors' pages threw; empty after every test. */
  errors: string[];
};

export type Totals = Record<'visitors' | 'sessions' | 'pageviews' | 'bounces' | 'conversions', string>;

const dayMs = 24 * 60 * 60_000;
const automated = 'data-allow-local';

export function useShop(): Shop {
  const { program, footfall, sqlitePath } = inject('browser');
  const api = createApiClient([footfall]);
  const errors: string[] = [];
  const contexts: BrowserContext[] = [];
  let parts: { browser: Browser; site: Site; control: Control };
  let tenant: Tenant;

  beforeAll(async () => {
    parts = {
      browser: await launchBrowser(program),
      site: await startSite(footfall),
      control: await openControl({ sqlitePath }),
    };
  });
  afterAll(async () => {
    await parts?.browser.close();
    await parts?.site.close();
    await parts?.control.close();
  });
  beforeEach(async () => {
    parts.site.clear();
    errors.length = 0;
    tenant = await createTenant(parts.control, api, { domains: ['example.test'] });
  });
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    expect(errors).toEqual([]);
  });

  const shop: Shop = {
    control: () => parts.control,
    tenant: () => tenant,
    site: () => parts.site,
    browser: () => parts.browser,
    errors,
    tag(attributes = automated) {
      const src = parts.site.at(footfallHost, '/footfall.js');
      return `<script defer src="${src}" data-website-id="${tenant.website}" ${attributes}></script>`;
    },
    page(path, body = '', { host = shopHost, attributes, head, headers } = {}) {
      const html = `<!doctype html><html><head>${head ?? shop.tag(attributes)}</head><body>${body}</body></html>`;
      parts.site.define(host, path, { html, ...(headers && { headers }) });
    },
    async visitor(options = {}) {
      const context = await parts.browser.newContext(options);
      contexts.push(context);
      context.on('weberror', (error) => errors.push(String(error.error())));
      return await buildVisitor(context, parts.site);
    },
    async counted(hits) {
      await parts.site.arrived(hits);
      expect(parts.site.hits.map(({ message }) => message?.t)).toHaveLength(hits);
      await settle([footfall]);
      return parts.site.hits;
    },
    rows: (path, query) => tenant.rows(path, { ...datesAround(Date.now()), ...query }),
    async views() {
      const rows = await shop.rows('/pixel/analytics/pages');
      return Object.fromEntries(rows.map(({ path, views }) => [path, views])) as Record<string, string>;
    },
    async totals() {
      const [row] = await shop.rows('/pixel/analytics/devices');
      const { visitors, sessions, pageviews, bounces, conversions } = (row ?? {}) as Totals;
      return { visitors, sessions, pageviews, bounces, conversions };
    },
  };
  return shop;
}

async function buildVisitor(context: BrowserContext, site: Site): Promise<Visitor> {
  let now = Date.now();
  await context.clock.setFixedTime(now);
  return {
    context,
    async open(path = '/', host = shopHost) {
      const page = await context.newPage();
      await page.goto(site.at(host, path));
      return page;
    },
    async passTime(milliseconds) {
      now += milliseconds;
      await context.clock.setFixedTime(now);
    },
  };
}

export function datesAround(now: number): { from_date: string; to_date: string } {
  const dateOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);
  return { from_date: dateOf(now - dayMs), to_date: dateOf(now + dayMs) };
}

/** A tab that is hidden or shown again: under test every page counts as visible and focused. */
export async function setVisible(page: Page, isVisible: boolean): Promise<void> {
  await page.evaluate(`
    for (const [name, value] of [['hidden', ${!isVisible}], ['visibilityState', '${isVisible ? 'visible' : 'hidden'}']])
      Object.defineProperty(document, name, { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
}
