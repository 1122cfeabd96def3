import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** All panels have answered, and nothing is under way. */
export async function settled(page: Page): Promise<void> {
  await page.locator('.bars').nth(5).waitFor();
  await page.locator('[data-metric="visitors"] [data-exact]').waitFor();
  await expect.poll(() => page.locator('.is-stale, .skeleton, .bars[aria-busy="true"]').count()).toBe(0);
}

export const visitors = (page: Page) =>
  page.locator('[data-metric="visitors"] .figure-value').getAttribute('data-exact');

export const searchOf = (page: Page) => new URL(page.url()).searchParams;
export const panelOf = (page: Page, name: string) => page.locator(`[data-panel="${name}"]`);
export const chip = (page: Page, text: string) => page.locator('.filter-chip', { hasText: text });

export const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Requests to such an address wait for their answer until the function that it gives is called. */
export async function holdBack(page: Page, address: string): Promise<() => void> {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(address, (route) => held.then(() => route.continue()));
  return answer;
}
