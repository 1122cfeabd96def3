/** What a shop owner sees in the first hour, where one page must not contradict another. */
import { beforeAll, describe, expect, it } from 'vitest';
import { usePeople } from './use-people.ts';

const browser =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36';

describe('the first look', () => {
  const people = usePeople('first-look');
  const at = (page: string) => `/${people.websiteId()}${page}`;

  let key = '';

  async function post(path: string, body: object): Promise<void> {
    const answer = await fetch(`${people.url}/api/v1/pixel/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ website_id: people.websiteId(), visitor_id: 'ada', ...body }),
    });
    expect(answer.status, await answer.text()).toBe(200);
  }

  /** Ada comes by a mail, sends a form, follows a link elsewhere, signs up and says who she is; Bob comes directly. */
  beforeAll(async () => {
    const words = ['key', 'create', '--workspace', people.workspaceId(), '--name', 'tests'];
    key = (await people.cli([...words, '--scope', 'pixel:write'])).key ?? '';
    const capture = async (t: string, p: object) => {
      const answer = await fetch(`${people.url}/collect`, {
        method: 'POST',
        headers: { 'user-agent': browser },
        body: JSON.stringify({
          ...{ t, p, v: 'ada', s: 'a1' },
          u: 'https://first-look.example/cart',
          o: { websiteId: people.websiteId() },
        }),
      });
      expect(answer.headers.get('x-footfall-dropped')).toBeNull();
    };
    const tags = { utm_source: 'newsletter', utm_medium: 'email' };
    await post('events', { session_id: 'a1', path: '/', user_agent: browser, ...tags });
    await capture('form', { id: null });
    await capture('outbound', { url: 'https://elsewhere.example/' });
    await post('goals', { goal_name: 'signup' });
    await post('events', { visitor_id: 'bob', session_id: 'b1', path: '/', user_agent: browser });
    await post('identify', { external_id: 'customer-1', traits: { name: 'Ada Lovelace' } });
    await people.recordsStored();
  });

  it('calls somebody the same in every list, by the name that was sent', async () => {
    const visitors = await people.openAsOwner(at('/visitors'));
    const row = visitors.locator('[data-visitor="ada"]');
    await row.getByText('Ada Lovelace').waitFor();
    expect(await row.locator('.avatar').textContent()).toBe('AL');
    await row.click();
    await visitors.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor();
    expect(await visitors.locator('.avatar').textContent()).toBe('AL');

    const sessions = await people.openAsOwner(at('/sessions'));
    const session = sessions.locator('[data-session="a1"]');
    await session.getByText('Ada Lovelace').waitFor();
    expect(await session.locator('.avatar').textContent()).toBe('AL');
    await session.click();
    await sessions.getByRole('dialog', { name: 'Session of Ada Lovelace' }).waitFor();
  });

  it('tells what the script captured as people would', async () => {
    const page = await people.openAsOwner(at('/visitors/ada'));
    await page.getByText('Sent a form').waitFor();
    await page.getByText('Followed a link to another website').waitFor();
    expect(await page.getByText('null').count()).toBe(0);
    await page.getByText('https://elsewhere.example/').waitFor();
  });

  it('leads to the settings from every page, and shows where one is', async () => {
    const page = await people.openAsOwner(at('/events'));
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await pages.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    expect(await pages.locator('[aria-current]').allInnerTexts()).toEqual(['Settings']);
  });

  it('begins a share link with the days that have data, and asks for nothing that it may not show', async () => {
    const settings = await people.openAsOwner('/settings/sharing');
    await settings.getByRole('button', { name: 'New link' }).click();
    await settings.getByLabel('Name', { exact: true }).fill('For a partner');
    await settings.getByRole('button', { name: 'Make the link' }).click();
    const link = await settings.getByRole('region', { name: 'the link' }).innerText();

    const page = await people.openBlank();
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(response.url());
    });
    await page.goto(link);
    await page.locator('[data-metric="visitors"] [data-exact="2"]').waitFor();
    await page.getByRole('button', { name: 'Today' }).waitFor();
    await expect.poll(() => page.locator('.is-stale, .skeleton').count()).toBe(0);
    expect(refused).toEqual([]);
    expect(await page.getByRole('link', { name: 'Settings' }).count()).toBe(0);
  });

  it('says in the panels what is meant by direct and by nowhere', async () => {
    const page = await people.openAsOwner(at(''));
    const sources = page.locator('[data-panel="sources"]');
    await sources.getByText('Visitors by tagged links, as in emails (1), have no referring site').waitFor();
    const nowhere = page.locator('[data-panel="countries"] tbody tr', { hasText: 'Unknown' });
    expect(await nowhere.locator('[data-sign]').getAttribute('data-sign')).toBe('?');

    // Realtime forgets after five minutes.
    await post('events', { visitor_id: 'cy', session_id: 'c1', path: '/', user_agent: browser });
    const live = await people.openAsOwner(at('/realtime'));
    const current = live.getByRole('region', { name: 'Current sources' });
    await current.getByRole('row', { name: /^Direct \d$/ }).waitFor();
    expect(await current.getByText('(direct)').count()).toBe(0);
  });

  it('leads from what was captured to the goals, where what counts already is not called missing', async () => {
    const page = await people.openAsOwner(at('/events'));
    await page.getByRole('link', { name: 'make one a goal' }).click();
    await page.getByText('1 visitor sent signup. It counts as a conversion').waitFor();
    await page.getByText('1 visitor sent a form, which is no goal yet.').waitFor();
  });

  it('has the guides of other platforms beside the code', async () => {
    const page = await people.openAsOwner('/settings/websites');
    await page.getByRole('button', { name: /^Code/ }).click();
    await page.getByRole('link', { name: 'Shopify' }).click();
    await page.getByRole('heading', { level: 1, name: 'Shopify' }).waitFor();
    await page.getByText(people.websiteId()).first().waitFor();
  });

  it('offers no email for an alert where no mail can be sent', async () => {
    const page = await people.openAsOwner('/settings/alerts');
    await page.getByText('No mail server is configured').waitFor();
    await page.getByRole('button', { name: 'New alert' }).click();
    expect(await page.getByLabel('Kind of channel 1').inputValue()).toBe('webhook');
  });
});
