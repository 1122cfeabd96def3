import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { at, attributesOf, days, exactIn, patience, texts, untilDrawn } from './deeper.ts';
import { useDashboard } from './use-dashboard.ts';

describe('funnels', () => {
  const dashboard = useDashboard();

  async function expectResult(page: Page, steps: string, window_hours = '168'): Promise<void> {
    const rows = await dashboard.rows('pixel/metrics/funnel', { ...days, steps, window_hours });
    expect(Number(rows[0]?.visitors)).toBeGreaterThan(0);
    const numbers = rows.flatMap(({ dropped, visitors, conversion_rate }, index) =>
      index === 0 ? [visitors, conversion_rate] : [dropped, visitors, conversion_rate],
    );
    await expect.poll(() => exactIn(page.locator('.funnel')), patience).toEqual(texts(numbers));
  }

  it('is built, reordered, saved, loaded again, renamed and deleted', async () => {
    const page = await dashboard.open(at('/funnels', '&funnel=new'));
    await page.getByText('Two steps make a funnel').waitFor();
    await page.getByLabel('Step 1', { exact: true }).fill('/shop*');
    await page.getByLabel('Step 2', { exact: true }).fill('/cart');
    await expectResult(page, 'page:/shop*,page:/cart');

    await page.getByRole('button', { name: 'Add a step' }).click();
    await page.getByLabel('Kind of step 3').selectOption('goal');
    const goals = await dashboard.rows('pixel/metrics/goal_conversions', days);
    const goal = String(goals[0]?.goal_name);
    const lists = page.locator('datalist').last().locator('option');
    await expect.poll(() => attributesOf(lists, 'value'), patience).toContain(goal);
    await page.getByLabel('Step 3', { exact: true }).fill(goal);
    await expectResult(page, `page:/shop*,page:/cart,goal:${goal}`);

    await page.getByRole('button', { name: 'Move step 3 up' }).click();
    await page.getByLabel('All steps within').selectOption('24');
    await expectResult(page, `page:/shop*,goal:${goal},page:/cart`, '24');
    await page.getByRole('button', { name: 'Remove step 2' }).click();
    await expectResult(page, 'page:/shop*,page:/cart', '24');

    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('To the cart');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'To the cart' }).waitFor();

    const other = await dashboard.open(at('/funnels'));
    await other.getByRole('button', { name: /To the cart/ }).click();
    await expectResult(other, 'page:/shop*,page:/cart', '24');
    expect(await other.getByLabel('Step 2', { exact: true }).inputValue()).toBe('/cart');

    await other.getByRole('button', { name: 'Rename the funnel' }).click();
    await other.getByRole('dialog').getByLabel('Name').fill('Into the cart');
    await other.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await other.getByRole('heading', { name: 'Into the cart' }).waitFor();
    await other.getByLabel('Step 2', { exact: true }).fill('/checkout');
    await other.getByRole('button', { name: 'Save changes' }).click();
    await other.getByRole('button', { name: 'Save changes' }).waitFor({ state: 'detached' });
    await other.reload();
    await expectResult(other, 'page:/shop*,page:/checkout', '24');

    await other.getByRole('button', { name: 'Delete the funnel' }).click();
    await other.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await other.getByText('Two steps make a funnel').waitFor();
    await page.reload();
    await untilDrawn(page);
    expect(await page.getByRole('button', { name: /the cart/ }).count()).toBe(0);
  });

  it('is the same in another browser from its address alone', async () => {
    const page = await dashboard.open(at('/funnels', '&steps=page:/,page:/shop&window=720'));
    await expectResult(page, 'page:/,page:/shop', '720');
    expect(await page.getByLabel('All steps within').inputValue()).toBe('720');
  });
});
