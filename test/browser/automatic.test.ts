import { describe, expect, it } from 'vitest';
import { shopHost, useShop } from './shop.ts';

describe('what is counted by itself', () => {
  const shop = useShop();

  const open = async (body: string) => {
    shop.page('/', body);
    shop.page('/next', '', { head: '' });
    shop.page('/away', '', { host: 'other.test', head: '' });
    const visitor = await shop.visitor();
    return { page: await visitor.open('/') };
  };
  const eventsOf = async (hits: number) =>
    (await shop.counted(hits))
      .filter(({ message }) => message.t !== 'pageview')
      .map(({ message }) => [message.t, message.n, message.p]);
  const away = () => shop.site().at('other.test', '/away');

  it('links to other sites, with what stands inside the link', async () => {
    const { page } = await open(
      `<a href="${away()}"><svg width="20" height="20"><rect id="icon" width="20" height="20"/></svg></a>`,
    );
    await page.click('#icon');
    await page.waitForURL('**/away');
    expect(await eventsOf(2)).toEqual([['outbound', undefined, { url: away() }]]);
    expect(await shop.totals()).toMatchObject({ pageviews: '1', bounces: '1', conversions: '0' });
    expect(await shop.rows('/pixel/metrics/events_catalog')).toMatchObject([
      { name: 'outbound', type: 'automatic', events: '1', properties: ['url'] },
      { name: 'pageview', type: 'pageview', events: '1' },
    ]);
  });

  it('links opened by the middle button, and not by the right one', async () => {
    const { page } = await open(`<a id="away" href="${away()}">Away</a>`);
    await page.click('#away', { button: 'middle' });
    await shop.counted(2);
    await page.click('#away', { button: 'right' });
    // Called by script: the menu that the right button opened would take a click for itself.
    await page.evaluate(`footfall.goal('after')`);
    expect(await eventsOf(3)).toEqual([
      ['outbound', undefined, { url: away() }],
      ['goal', 'after', undefined],
    ]);
  });

  it('neither links within the site nor addresses of other kinds', async () => {
    const { page } = await open(
      `<a id="mail" href="mailto:a@example.test">Mail</a><a id="code" href="javascript:void 0">Code</a>
       <a id="none">Nothing</a><a id="next" href="/next">Next</a>`,
    );
    for (const id of ['#mail', '#code', '#none', '#next']) await page.click(id);
    await page.waitForURL('**/next');
    expect(await eventsOf(1)).toEqual([]);
  });

  it('downloads, by the ending of the file', async () => {
    const { page } = await open(
      `<a id="guide" href="/guide.PDF?v=2">Guide</a><a id="data" href="${shop.site().at('other.test', '/data.csv')}">Data</a>`,
    );
    await page.evaluate(`addEventListener('click', (event) => event.preventDefault())`);
    await page.click('#guide');
    await shop.counted(2);
    await page.click('#data');
    expect(await eventsOf(3)).toEqual([
      ['download', undefined, { url: shop.site().at(shopHost, '/guide.PDF?v=2') }],
      ['download', undefined, { url: shop.site().at('other.test', '/data.csv') }],
    ]);
  });

  it('forms that are sent, also where a field is called id', async () => {
    const { page } = await open(
      `<form id="contact" action="/next"><input name="id"><button id="send">Send</button></form>`,
    );
    await page.click('#send');
    await page.waitForURL('**/next?**');
    expect(await eventsOf(2)).toEqual([['form', undefined, { id: 'contact' }]]);
  });

  it('is told from what the page sends under the same name', async () => {
    const { page } = await open('');
    await page.evaluate(`footfall.track('download', { url: '/guide.pdf' })`);
    expect(await eventsOf(2)).toEqual([['track', 'download', { url: '/guide.pdf' }]]);
    expect(await shop.totals()).toMatchObject({ bounces: '0', conversions: '1' });
    expect(await shop.rows('/pixel/metrics/events_catalog')).toMatchObject([
      { name: 'download', type: 'custom' },
      { name: 'pageview' },
    ]);
  });

  it('data-footfall-goal: a goal for each click, with its properties', async () => {
    const { page } = await open(
      `<button data-footfall-goal="signup" data-footfall-goal-plan="pro" data-footfall-goal-my-goal-size="7" data-other="x">
        <b id="label">Sign up</b></button>`,
    );
    await page.click('#label');
    expect(await eventsOf(2)).toEqual([['goal', 'signup', { plan: 'pro', 'my-goal-size': '7' }]]);
    expect(await shop.rows('/pixel/goals/signup/metadata')).toMatchObject([
      { property: 'my-goal-size', value: '7', visitors: '1' },
      { property: 'plan', value: 'pro', visitors: '1' },
    ]);
  });

  it('data-footfall-goal on a form: when it is sent, not when somebody clicks into it', async () => {
    const { page } = await open(
      `<form data-footfall-goal="order" data-footfall-goal-kind="gift" action="/next">
        <input id="name" name="name"><button id="send">Send</button></form>`,
    );
    await page.click('#name');
    await page.click('#send');
    await page.waitForURL('**/next?**');
    const events = await eventsOf(3);
    expect(events).toHaveLength(2);
    expect(events).toContainEqual(['goal', 'order', { kind: 'gift' }]);
    expect(events).toContainEqual(['form', undefined, { id: null }]);
  });
});
