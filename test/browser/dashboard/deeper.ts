/** What tests of the deeper views share: fixed days, and the exact numbers behind what a page shows. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Row } from './use-dashboard.ts';

const dayMs = 86_400_000;
const dayAgo = (days: number): string => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);

/** Days that are over, so that nothing changes while a test looks at them. */
export const days = { from: dayAgo(41), to: dayAgo(2) };

export const at = (path: string, more = ''): string => `${path}?from=${days.from}&to=${days.to}${more}`;

export const patience = { timeout: 20_000 };

type Element = { getAttribute(name: string): string | null };

/** An attribute of each element, in the order of the page. */
export const attributesOf = (place: Locator, name: string): Promise<(string | null)[]> =>
  place.evaluateAll(
    (all, wanted) => (all as unknown as Element[]).map((each) => each.getAttribute(wanted)),
    name,
  );

/** The numbers as the server sent them. */
export const exactIn = (place: Locator): Promise<(string | null)[]> =>
  attributesOf(place.locator('[data-exact]'), 'data-exact');

export async function untilDrawn(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await expect.poll(() => page.locator('.skeleton, .app-loading').count(), patience).toBe(0);
}

/** The rows of the goal metadata report, one tab for each property. */
export async function checkProperties(dialog: Locator, rows: readonly Row[]): Promise<void> {
  const names = [...new Set(rows.map(({ property }) => String(property)))];
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) {
    await dialog.getByRole('tab', { name, exact: true }).click();
    const values = rows.filter(({ property }) => property === name);
    await expect
      .poll(() => exactIn(dialog), patience)
      .toEqual(texts(values.flatMap(({ visitors, conversions }) => [visitors, conversions])));
  }
}

export const texts = (values: readonly unknown[]): string[] => values.map(String);
