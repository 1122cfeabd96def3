import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { untilDrawn } from './deeper.ts';
import { chip, daysAgo, holdBack, panelOf, searchOf, settled, visitors } from './overview-panels.ts';
import { type Query, useDashboard } from './use-dashboard.ts';

const dashboard = useDashboard();

const pageviews = async (page: Page) =>
  Number(await page.locator('[data-metric="pageviews"] .figure-value').getAttribute('data-exact'));

/** Of all pages that the panel knows. */
async function viewsOf(page: Page, filters: Query): Promise<number> {
  const query = { from_date: daysAgo(89), to_date: daysAgo(0), limit: '1000', ...filters };
  const rows = await dashboard.ownRows(page, 'pixel/analytics/pages', query);
  return rows.reduce((sum, { views }) => sum + Number(views), 0);
}

describe('filters', () => {
  it('come from a click on a row, are in the address, and go with the back button', async () => {
    const page = await dashboard.open('?period=90d');
    await settled(page);
    const all = await visitors(page);
    await panelOf(page, 'devices').getByRole('button', { name: 'Mobile' }).click();
    await chip(page, 'Device is Mobile').waitFor();
    expect(searchOf(page).get('device')).toBe('is:mobile');
    await expect.poll(() => visitors(page)).not.toBe(all);
    await settled(page);
    const pages = await panelOf(page, 'pages').locator('tbody td:nth-child(2)').allInnerTexts();
    const days = { from_date: daysAgo(89), to_date: daysAgo(0) };
    const wanted = await dashboard.rows('pixel/analytics/pages', { ...days, device: 'mobile', limit: '8' });
    expect(pages).toEqual(wanted.map(({ views }) => Number(views).toLocaleString('en-US')));

    await panelOf(page, 'devices').getByRole('button', { name: 'Mobile' }).click();
    await expect.poll(() => page.locator('.filter-chip').count()).toBe(0);
    await page.goBack();
    await chip(page, 'Device is Mobile').waitFor();
    await page.goBack();
    await expect.poll(() => visitors(page)).toBe(all);
  });

  it('are made with any operator in the filter bar, and changed there', async () => {
    const page = await dashboard.open('?period=90d');
    await settled(page);
    await page.keyboard.press('f');
    const editor = page.getByRole('dialog', { name: 'Add a filter' });
    await editor.getByLabel('Filter by').selectOption({ label: 'Page' });
    const offered = await editor.getByLabel('How').locator('option').allInnerTexts();
    expect(offered).toEqual([
      'is',
      'is not',
      'contains',
      'does not contain',
      'starts with',
      'ends with',
      'matches pattern',
      'does not match pattern',
    ]);
    await editor.getByLabel('How').selectOption({ label: 'starts with' });
    await editor.getByLabel('Value', { exact: true }).fill('/blog');
    await editor.getByRole('button', { name: 'Apply' }).click();
    await chip(page, 'Page starts with /blog').waitFor();
    await settled(page);
    expect(await viewsOf(page, { page: 'starts_with:/blog' })).toBe(await pageviews(page));

    await chip(page, 'Page').locator('.filter-chip-text').click();
    const change = page.getByRole('dialog', { name: 'Change the filter' });
    await change.getByLabel('How').selectOption({ label: 'matches pattern' });
    await change.getByRole('button', { name: 'Remove /blog' }).click();
    await change.getByLabel('Value', { exact: true }).fill('(');
    await change.getByRole('button', { name: 'Apply' }).click();
    await panelOf(page, 'pages').getByText('not a regular expression').waitFor();
    await page.getByRole('button', { name: /^Remove the filter: Page/ }).click();
    await settled(page);
  });

  it('by page select the visits that every panel is about', async () => {
    const page = await dashboard.open('?period=90d&compare=none');
    await settled(page);
    const all = await pageviews(page);
    for (const filter of ['is:/shop', 'is_not:/shop']) {
      await page.goto(`${page.url().split('?')[0]}?period=90d&compare=none&page=${filter}`);
      await settled(page);
      const shown = await pageviews(page);
      expect(shown).toBeLessThan(all);
      expect(await viewsOf(page, { page: filter })).toBe(shown);
      await panelOf(page, 'pages').getByText('All pages of these visits').waitFor();
      const paths = await panelOf(page, 'pages').locator('.bars-text').allInnerTexts();
      expect(paths.includes('/shop')).toBe(filter === 'is:/shop');
    }
  });

  it('come from the map too, from channels and from hostnames with all below them', async () => {
    const page = await dashboard.open('?period=90d');
    await settled(page);
    await page.locator('[data-country="DE"]').dispatchEvent('click');
    await chip(page, 'Country is Germany').waitFor();
    await panelOf(page, 'sources').getByRole('button', { name: 'Organic Search' }).click();
    await chip(page, 'Channel is Organic Search').waitFor();
    await settled(page);
    await panelOf(page, 'sources').getByRole('tab', { name: 'Referring site' }).click();
    await panelOf(page, 'sources').getByRole('button', { name: 'google.com' }).click();
    await chip(page, 'Referring site is google.com').waitFor();
    expect(searchOf(page).get('hostname')).toBe('is:google.com');
    await settled(page);
    expect(await panelOf(page, 'sources').locator('.bars-text').allInnerTexts()).toEqual(['google.com']);
  });

  it('are chosen by arrows and Enter, with numbers beside them, and are accessible', async () => {
    const page = await dashboard.open('?period=90d');
    await settled(page);
    await page.keyboard.press('f');
    const editor = page.getByRole('dialog', { name: 'Add a filter' });
    const field = editor.getByRole('combobox', { name: 'Value' });
    await editor.getByLabel('Filter by').selectOption({ label: 'Device' });
    const options = editor.getByRole('listbox').getByRole('option');
    await options.nth(1).waitFor();
    const days = { from_date: daysAgo(89), to_date: daysAgo(0) };
    const [, second] = await dashboard.rows('pixel/analytics/devices', days);
    const count = Number(second?.visitors).toLocaleString('en-US');
    await options.nth(1).getByText(`${count} visitors`).waitFor();
    expect(await page.locator(':focus').getAttribute('role')).toBe('combobox');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await options.nth(1).getAttribute('aria-selected')).toBe('true');
    expect(await field.getAttribute('aria-activedescendant')).toBe(await options.nth(1).getAttribute('id'));
    expect(await dashboard.violations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect.poll(() => searchOf(page).get('device')).toBe(`is:${second?.device}`);
    await editor.waitFor({ state: 'hidden' });
    await chip(page, 'Device is').locator('.filter-chip-text').click();
    const change = page.getByRole('dialog', { name: 'Change the filter' });
    await change.getByLabel('How').selectOption({ label: 'matches pattern' });
    await change.getByText('^ is the start').waitFor();
    await change.getByLabel('How').selectOption({ label: 'starts with' });
    await change.getByText('Begins with this text').waitFor();
    await settled(page);
    expect(await dashboard.violations(page)).toEqual([]);
  });

  it('by entry page, exit page and who a visitor is describe the same visits everywhere', async () => {
    const page = await dashboard.open('?period=90d&tab.pages=entry');
    await settled(page);
    const all = Number(await visitors(page));
    const entry = panelOf(page, 'pages').locator('tbody tr', { hasText: '/shop' }).first();
    const path = await entry.locator('.bars-text').innerText();
    const sessions = await entry.locator('[data-column="sessions"]').getAttribute('data-exact');
    await entry.getByRole('button').click();
    await chip(page, `Entry page is ${path}`).waitFor();
    await settled(page);
    expect(await page.locator('[data-metric="sessions"] .figure-value').getAttribute('data-exact')).toBe(
      sessions,
    );
    expect(await panelOf(page, 'pages').locator('.bars-text').allInnerTexts()).toEqual([path]);

    const partsOf = async (name: string, values: readonly string[]) => {
      const parts: number[] = [];
      for (const value of values) {
        const part = await dashboard.open(`?period=90d&${name}=is:${value}`);
        await settled(part);
        parts.push(Number(await visitors(part)));
      }
      return parts;
    };
    const [paying = 0, others = 0] = await partsOf('paying', ['yes', 'no']);
    expect(paying).toBeGreaterThan(0);
    expect(paying + others).toBe(all);
  });
});

/** A page that asks little: the filter bar is the same on all of them. */
const lightest = '/events?period=90d';

describe('values of filters', () => {
  it('suggest what was recorded', async () => {
    const page = await dashboard.open(lightest);
    await untilDrawn(page);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const editor = page.getByRole('dialog', { name: 'Add a filter' });
    await editor.getByLabel('Filter by').selectOption({ label: 'Country' });
    await editor.getByLabel('Value', { exact: true }).fill('germ');
    await editor.getByRole('option', { name: /Germany/ }).click();
    await chip(page, 'Country is Germany').waitFor();
    await editor.waitFor({ state: 'hidden' });
    expect(searchOf(page).get('country')).toBe('is:DE');
  });

  it('suggest nothing of another dimension, take names as they are shown, and add to what is there', async () => {
    const page = await dashboard.open(lightest);
    await untilDrawn(page);
    const answer = await holdBack(page, '**/browsers?*');
    await page.keyboard.press('f');
    const editor = page.getByRole('dialog', { name: 'Add a filter' });
    const suggested = editor.getByRole('listbox').getByRole('option');
    await editor.getByLabel('Filter by').selectOption({ label: 'Page' });
    await suggested.first().waitFor();
    await editor.getByLabel('Filter by').selectOption({ label: 'Browser' });
    expect(await suggested.count()).toBe(0);
    answer();
    await suggested.filter({ hasText: 'Chrome' }).first().waitFor();
    await editor.getByLabel('Value', { exact: true }).fill('chrome');
    await page.keyboard.press('Enter');
    await chip(page, 'Browser is Chrome').waitFor();
    await editor.waitFor({ state: 'hidden' });

    for (const [typed, wanted] of [
      ['germany', 'is:DE'],
      ['FRANCE', 'is:DE,FR'],
    ] as const) {
      await page.keyboard.press('f');
      await editor.getByLabel('Filter by').selectOption({ label: 'Country' });
      await suggested.filter({ hasText: 'France' }).waitFor();
      await editor.getByLabel('Value', { exact: true }).fill(typed);
      await page.keyboard.press('Enter');
      await expect.poll(() => searchOf(page).get('country')).toBe(wanted);
      await editor.waitFor({ state: 'hidden' });
    }
  });

  it.each([
    ['Germany', 'Country is Germany', 'country', 'is:DE'],
    ['de', 'Country is Germany', 'country', 'is:DE'],
    ['CHROME', 'Browser is Chrome', 'browser', 'is:Chrome'],
    ['returning', 'Visitor type is Returning', 'visitor_type', 'is:returning'],
  ])('are found by typing %s, without a dimension', async (typed, words, name, value) => {
    const page = await dashboard.open(lightest);
    await untilDrawn(page);
    await page.keyboard.press('f');
    const editor = page.getByRole('dialog', { name: 'Add a filter' });
    const field = editor.getByRole('combobox', { name: 'Value' });
    await field.fill(typed);
    const option = editor.getByRole('option', { selected: true });
    // Answers come one after the other: Chrome OS may be there before Chrome.
    await option.getByText(words.replace(' is ', ' '), { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await chip(page, words).waitFor();
    expect(searchOf(page).get(name)).toBe(value);
  });
});
