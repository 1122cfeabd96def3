import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { useShop } from './shop.ts';

/** A real React app with a router, in strict mode, where React runs effects twice to find mistakes. */
const source = `
  import { createElement as h, StrictMode } from 'react';
  import { createRoot } from 'react-dom/client';
  import { Link, Redirect, Route, Switch } from 'wouter';

  const page = (path, title) => h(Route, { key: path, path }, h('h1', null, title));
  const App = () => h('main', null,
    h(Link, { href: '/shoes' }, 'Shoes'),
    h(Link, { href: '/cart' }, 'Cart'),
    h(Link, { href: '/sale' }, 'Sale'),
    h(Switch, null,
      page('/app', 'Welcome'), page('/shoes', 'Our shoes'), page('/cart', 'Your cart'),
      h(Route, { path: '/sale' }, h(Redirect, { to: '/shoes', replace: true }))));
  createRoot(document.getElementById('root')).render(h(StrictMode, null, h(App)));`;

async function bundleApp(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: fileURLToPath(new URL('../..', import.meta.url)) },
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    define: { 'process.env.NODE_ENV': '"development"' },
  });
  // Inside a script tag this text would end it.
  return outputFiles[0]?.text.replaceAll('</script', '<\\/script') ?? '';
}

describe('a React app', () => {
  const shop = useShop();
  let script = '';
  beforeAll(async () => {
    script = await bundleApp();
  });

  it('is counted once a view, by its links, its redirects and the buttons of the browser', async () => {
    shop.page('/app', `<div id="root"></div><script>${script}</script>`);
    const visitor = await shop.visitor();
    const page = await visitor.open('/app');
    // By events: without fonts on the machine, nothing that holds only text has a size to click on.
    const follow = (name: string) => page.locator('a', { hasText: name }).dispatchEvent('click');
    const shows = (title: string) => page.locator('h1', { hasText: title }).waitFor({ state: 'attached' });
    await follow('Shoes');
    await shows('Our shoes');
    await follow('Cart');
    await shows('Your cart');
    await page.goBack();
    await shows('Our shoes');
    await follow('Cart');
    await shows('Your cart');
    await follow('Sale');
    await shows('Our shoes');
    await shop.counted(7);
    // The link to /sale is a view of its own, and so is where it leads.
    expect(await shop.views()).toEqual({ '/shoes': '3', '/cart': '2', '/app': '1', '/sale': '1' });
    expect(await shop.totals()).toMatchObject({ visitors: '1', sessions: '1', pageviews: '7', bounces: '0' });
  });
});
