import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { guideNames } from '../../src/http/guides/guides.ts';

const folder = new URL('../../docs/guides', import.meta.url);

describe('the guides', () => {
  let url: string;
  const pages = new Map<string, string>();

  beforeAll(async () => {
    url = inject('deployments')['one server on SQLite'].urls[0] as string;
    for (const path of ['/docs', '/docs/api', ...guideNames.map((name) => `/docs/${name}`)]) {
      pages.set(path, await (await fetch(url + path)).text());
    }
  });

  const matchesIn = (html: string, pattern: RegExp): string[] =>
    [...html.matchAll(pattern)].map(([, found]) => found as string);
  const linksIn = (html: string) => matchesIn(html, /<a\b[^>]*\shref="([^"]*)"/g);

  it('are all that there are in docs/guides', () => {
    const files = readdirSync(folder).map((name) => name.replace(/\.md$/, ''));
    expect([...guideNames].sort()).toEqual(files.sort());
    for (const wanted of 'tracking server-side goals revenue identity privacy cookieless single-page-apps'.split(
      ' ',
    )) {
      expect(files).toContain(wanted);
    }
    for (const wanted of 'wordpress shopify webflow nextjs google-tag-manager'.split(' ')) {
      expect(files).toContain(wanted);
    }
  });

  it('are listed together with the API reference, and each lists the others', () => {
    for (const [path, html] of pages) {
      if (path === '/docs/api') continue;
      const links = new Set(linksIn(html));
      for (const target of pages.keys()) expect(links, path).toContain(target);
    }
  });

  it('are served without a key, under a policy that allows nothing from elsewhere', async () => {
    for (const path of pages.keys()) {
      const response = await fetch(url + path);
      expect(response.status, path).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'sha256-[^' ]+'; script-src 'sha256-[^' ]+'; img-src data:;/,
      );
    }
  });

  it('have no link that leaves the installation or leads nowhere', async () => {
    const outside = ['/', '/api/v1/openapi.json'];
    for (const [path, html] of pages) {
      for (const link of linksIn(html)) {
        const [target = '', anchor] = link.split('#');
        const page = pages.get(target === '' ? path : target);
        expect(page !== undefined || outside.includes(target), `${path} links to ${link}`).toBe(true);
        if (anchor) expect(page, `${path} links to ${link}`).toContain(`id="${anchor}"`);
      }
      expect(html.replace(/<pre.*?<\/pre>/gs, '')).not.toMatch(/(href|src|action)="(https?:)?\/\//);
    }
  });

  it('keep headings in order, and name each part once', () => {
    for (const [path, html] of pages) {
      const main = html.slice(html.indexOf('<main'));
      const levels = matchesIn(main, /<h([1-6])/g).map(Number);
      expect(levels[0], path).toBe(1);
      levels.reduce((before, level) => {
        expect(level, path).toBeLessThanOrEqual(before + 1);
        return level;
      });
      const ids = matchesIn(html, /\sid="([^"]+)"/g);
      expect(new Set(ids).size, path).toBe(ids.length);
    }
  });

  it('have code that can be copied as it is, for the website that the reader came from', async () => {
    const html = await (await fetch(`${url}/docs/wordpress?website=ff_ofMine`)).text();
    expect(html).toContain(`src=&quot;${url}/footfall.js&quot; data-website-id=&quot;ff_ofMine&quot;`);
    expect(linksIn(html)).toContain('/docs/goals?website=ff_ofMine');
    for (const website of ['"><script>alert(1)</script>', 'ff_x y']) {
      const hostile = await fetch(`${url}/docs/wordpress?website=${encodeURIComponent(website)}`);
      expect(await hostile.text()).toContain('ff_…');
    }
  });

  it('answer 304 to a browser that has them already', async () => {
    const etag = (await fetch(`${url}/docs/goals`)).headers.get('etag') as string;
    const again = await fetch(`${url}/docs/goals`, { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });
});
