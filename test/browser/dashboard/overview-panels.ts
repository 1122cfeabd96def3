import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** All panels have answered, and nothing is under way. */
export async function settled(page: Page): Promise<void> {
  await page.locator('.bars').nth(5).waitFor();
  await page.locator('[data-metric="visitors"] [data-exact]').waitFor();
  await expect.poll(() => page.locator('.is-stale, .skeleton').count()).toBe(0);
}

export const visitors = (page: Page) =>
  page.locator('[data-metric="visitors"] .figure-value').getAttribute('data-exact');
