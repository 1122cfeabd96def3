/** What docs, pages and empty states show to be pasted into a page, pasted into one and looked at in the browser. */
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { hints } from '../../dashboard/installation/hints.ts';
import { buildSnippets, type SnippetName, signingSnippets } from '../../dashboard/installation/snippets.ts';
import {
  findInlineCalls,
  findSnippets,
  kindOf,
  type Snippet,
  type SnippetKind,
} from '../harness/find-snippets.ts';
import { root } from '../harness/root.ts';
import { footfallHost, proxiedPath } from '../harness/site.ts';
import { shopHost, useShop } from './shop.ts';

/** A browser under test says that it is driven by a program, which is not counted. */
const drivenByAPerson = "Object.defineProperty(Navigator.prototype, 'webdriver', { get: () => false })";
const exampleSecret = 'a-secret-for-this-example';

const tagged = { address: 'https://HOST', websiteId: 'ff_…', domains: ['example.test'] };
const languages: Record<SnippetName, string> = {
  html: 'html',
  next: 'tsx',
  wordpress: 'php',
  'tag-manager': 'html',
};
const shown: Snippet[] = [
  ...findSnippets(),
  ...findInlineCalls(),
  ...buildSnippets(tagged).map(({ name, code }) => ({
    place: `the set-up page, ${name}`,
    language: languages[name],
    code,
  })),
  ...Object.entries(hints).map(([name, code]) => ({
    place: `an empty state, ${name}`,
    language: 'js',
    code,
  })),
  { place: 'the settings of a website', language: 'js', code: signingSnippets.page },
];
const ofKind = (...kinds: SnippetKind[]) =>
  shown
    .filter((snippet) => kinds.includes(kindOf(snippet) as SnippetKind))
    .map((each) => [each.place, each] as const);

describe('snippets', () => {
  const shop = useShop();

  const fill = (code: string): string =>
    code
      .replaceAll(/https:\/\/HOST|http:\/\/127\.0\.0\.1:8080/g, shop.site().at(footfallHost, ''))
      .replaceAll('ff_…', shop.tenant().website);
  const tag = () => fill('<script defer src="https://HOST/footfall.js" data-website-id="ff_…"></script>');

  async function openVisitor(): Promise<{ page: Page; sent: string[] }> {
    const { db } = shop.control();
    const { websiteUuid } = shop.tenant();
    await db
      .updateTable('websites')
      .set({ identity_secret: exampleSecret })
      .where('id', '=', websiteUuid)
      .execute();
    // What a page of the shop answers to its own scripts.
    shop.site().define(shopHost, '/checkout', { html: '{"url": "/thanks"}' });
    shop.site().define(shopHost, '/cart/update.js', { html: '{}' });
    shop.page('/thanks');
    const { context } = await shop.visitor();
    await context.addInitScript(drivenByAPerson);
    await context.route(/^https:/, (route) => route.fulfill({ body: 'elsewhere' }));
    const page = await context.newPage();
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
    return { page, sent };
  }

  async function load(page: Page, html: string, headers: Record<string, string> = {}): Promise<void> {
    shop.site().define(shopHost, '/', { html: `<!doctype html><title>Shop</title>${html}`, headers });
    await page.goto(shop.site().at(shopHost, '/'));
  }

  /** Without fonts on the machine nothing that holds only text has a size to click on. */
  async function clickEverything(page: Page): Promise<void> {
    for (const element of await page.locator('main button, main a').all())
      await element.dispatchEvent('click');
  }

  /** The goals and events that a snippet names, each sent and taken. */
  async function expectNamed(code: string): Promise<void> {
    const calls = [
      ...code.matchAll(/data-footfall-goal="(\w+)"|footfall(?:\.goal|\.track)?(?:\?\.)?\('(\w+)'/g),
    ].map(([, attribute, call]) => attribute ?? call);
    const taken = () =>
      shop
        .site()
        .hits.filter(({ dropped, status }) => !dropped && status === 202)
        .map(({ message }) => message.n);
    await expect.poll(taken, { timeout: 15_000 }).toEqual(expect.arrayContaining(calls));
    expect(shop.site().hits.map(({ dropped }) => dropped)).toEqual(shop.site().hits.map(() => undefined));
  }

  const expectViews = async () =>
    expect
      .poll(
        () => shop.site().hits.filter(({ message, dropped }) => message.t === 'pageview' && !dropped).length,
        {
          timeout: 15_000,
        },
      )
      .toBeGreaterThan(0);

  it.each(ofKind('html', 'php'))('%s: HTML of a page', async (_place, snippet) => {
    const html = fill(kindOf(snippet) === 'php' ? echoedBy(snippet.code) : snippet.code);
    const { page, sent } = await openVisitor();
    const bringsTag = html.includes('footfall.js');
    // What waits for the page to load, or for the script, is there from the start; the rest is added by somebody later.
    const isEarly = bringsTag || /'load'|\|\|=/.test(html);
    await load(page, `${bringsTag ? '' : tag()}<main>${isEarly ? html : ''}</main>`);
    if (!isEarly) {
      await page.evaluate(`(${addLater})(${JSON.stringify(html)})`);
    }
    await clickEverything(page);
    await expectViews();
    await expectNamed(html);
    if (html.includes('getVisitorId')) {
      const visitorId = String(shop.site().hits[0]?.message.v);
      await expect
        .poll(() => sent.some((each) => !each.includes(footfallHost) && each.includes(visitorId)))
        .toBe(true);
    }
    if (html.includes('optOut()')) {
      expect(await page.evaluate('footfall.getVisitorId()')).toBeUndefined();
    }
  });

  it.each(ofKind('script'))('%s: a call in a page', async (_place, { code }) => {
    const { page } = await openVisitor();
    await load(page, tag());
    await expectViews();
    const before = shop.site().hits.length;
    await page.evaluate(`(() => { ${fill(code)} })()`);
    await expectNamed(code);
    if (/\.(identify|pageview)\(/.test(code)) {
      await expect
        .poll(() =>
          shop
            .site()
            .hits.slice(before)
            .map(({ dropped }) => dropped),
        )
        .toEqual([undefined]);
    }
  });

  it.each(ofKind('react'))('%s: a component', async (_place, { code }) => {
    const { page } = await openVisitor();
    const bringsTag = code.includes('footfall.js');
    const script = await bundleComponent(fill(code));
    await load(page, `${bringsTag ? '' : tag()}<body><main id="root"></main><script>${script}</script>`);
    await expectViews();
    await page.evaluate('new Promise(requestAnimationFrame)');
    await clickEverything(page);
    await expectNamed(code);
    expect(shop.site().hits.filter(({ message }) => message.t === 'pageview')).toHaveLength(1);
  });

  it.each(ofKind('policy'))('%s: a policy under which the tag works', async (_place, { code }) => {
    const { page } = await openVisitor();
    await load(page, tag(), { 'content-security-policy': `default-src 'none'; ${fill(code)}` });
    await expectViews();
  });

  it.each(ofKind('proxy'))('%s: passes on what the website of these tests passes on', (_place, { code }) => {
    expect(code).toContain(`location ${proxiedPath} {`);
    // With a slash at its end nginx takes the path away that the location names.
    expect(code).toMatch(/proxy_pass http:\/\/[\w.:]+\/;/);
  });

  it('the API reference: what is called in a page', async () => {
    const reference = await (await fetch(`${inject('browser').footfall}/docs/api`)).text();
    const samples = [...reference.matchAll(/<code>([^<]*footfall\.[^<]*)<\/code><\/pre>/g)].map(
      ([, code]) => code,
    );
    expect(samples).toEqual(['const visitorId = window.footfall.getVisitorId();']);
    const { page } = await openVisitor();
    await load(page, tag());
    await expectViews();
    expect(await page.evaluate(`(() => { ${samples[0]} return visitorId; })()`)).toMatch(/^\d+$/);
  });
});

/** Runs in the page. Scripts are made anew: in older Chromiums those of parsed HTML that is added do not run. */
const addLater = `(html) => {
  const template = document.createElement('template');
  template.innerHTML = html;
  for (const parsed of template.content.querySelectorAll('script')) {
    const script = document.createElement('script');
    for (const { name, value } of parsed.attributes) script.setAttribute(name, value);
    script.textContent = parsed.textContent;
    parsed.replaceWith(script);
  }
  document.querySelector('main').append(template.content);
}`;

/** Of the one form that WordPress is told something in. */
function echoedBy(code: string): string {
  const [, html] = /^add_action\('wp_head', function \(\) \{\n {4}echo '([^'\\]*)';\n\}\);$/.exec(code) ?? [];
  if (html === undefined) throw new Error(`This PHP is more than a line that is echoed:\n${code}`);
  return html;
}

/** As Next.js does it once a page is interactive: the attributes go to a script that is added to the page. */
const nextScript = `
  import { useEffect } from 'react';
  export default function Script({ src, strategy, ...attributes }) {
    useEffect(() => {
      const script = document.createElement('script');
      for (const [name, value] of Object.entries(attributes)) script.setAttribute(name, value);
      script.src = src;
      document.body.append(script);
    }, []);
    return null;
  }`;

/** Neither Next.js nor its packages are dependencies: what a component takes from it stands in for the real one. */
async function bundleComponent(code: string): Promise<string> {
  const entry = `
    import { createElement as h } from 'react';
    import { createRoot } from 'react-dom/client';
    import * as shown from 'footfall:snippet';
    const Component = shown.default ?? Object.values(shown)[0];
    const Page = () => h('p', null, 'A page');
    const isDocument = String(Component).includes('"html"');
    createRoot(isDocument ? document : document.getElementById('root'))
      .render(h(Component, { Component: Page, pageProps: {}, plan: 'pro' }, h(Page)));`;
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: root, loader: 'js' },
    bundle: true,
    write: false,
    format: 'iife',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'silent',
    plugins: [
      {
        name: 'snippet',
        setup(plugin) {
          const modules: Record<string, { contents: string; loader: 'tsx' | 'js' }> = {
            'footfall:snippet': { contents: code, loader: 'tsx' },
            'next/script': { contents: nextScript, loader: 'js' },
          };
          plugin.onResolve({ filter: /^(footfall:snippet|next\/script)$/ }, ({ path }) => ({
            path,
            namespace: 'made',
          }));
          plugin.onLoad({ filter: /./, namespace: 'made' }, ({ path }) => ({
            ...modules[path],
            resolveDir: root,
          }));
        },
      },
    ],
  });
  // Inside a script tag this text would end it.
  return outputFiles[0]?.text.replaceAll('</script', '<\\/script') ?? '';
}
