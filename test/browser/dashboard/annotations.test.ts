/** Notes in the chart: written, read by keyboard and by ear, changed, taken away, and read by a share link. */
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { daysAgo } from './overview-panels.ts';
import { phone } from './use-dashboard.ts';
import { usePeople } from './use-people.ts';

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
const pins = (page: Page) => page.getByRole('list', { name: 'Annotations' }).getByRole('listitem');

describe('annotations', () => {
  const people = usePeople('annotations');
  const { url } = inject('dashboard');

  async function write(page: Page, note: string, day: string): Promise<void> {
    await press(page, 'Add an annotation');
    await page.getByLabel('Note').fill(note);
    await page.getByLabel('Day', { exact: true }).fill(day);
    await press(page, 'Save');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }

  it('are written, read in the chart and in its table, changed and deleted', async () => {
    const page = await people.openAsOwner(`/${people.websiteId()}`);
    await page.getByRole('slider').waitFor();
    await press(page, 'Add an annotation');
    expect(await people.violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await write(page, 'Released 2.4', daysAgo(10));
    await write(page, 'Campaign begins', daysAgo(3));
    await expect.poll(() => pins(page).count()).toBe(2);
    expect(await people.violations(page)).toEqual([]);

    const pin = page.getByRole('button', { name: /^Annotation\. .*: Released 2\.4$/ });
    await pin.focus();
    await page.keyboard.press('Enter');
    const opened = page.getByRole('dialog', { name: 'Annotations' });
    await opened.getByText(people.owner.email).waitFor();
    expect(await people.violations(page)).toEqual([]);
    await press(page, 'Edit Released 2.4');
    await page.getByLabel('Note').fill('Released 2.5');
    await press(page, 'Save');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /: Released 2\.5$/ }).waitFor();

    // With the keys through the chart, as a screen reader says it.
    const chart = page.getByRole('slider');
    await chart.focus();
    for (let steps = 0; steps < 3; steps += 1) await page.keyboard.press('ArrowLeft');
    await expect.poll(() => chart.getAttribute('aria-valuetext')).toMatch(/; Campaign begins$/);
    await page.locator('.time-tip').getByText('Campaign begins').waitFor();
    await page.getByText('Show as a table').click();
    await page.getByRole('cell', { name: 'Released 2.5' }).waitFor();

    // Near each other they are one.
    await page.goto(`${page.url()}?period=12mo`);
    await page.getByRole('button', { name: /Released 2\.5; .*Campaign begins$/ }).click();
    await press(page, 'Delete Campaign begins');
    await press(page, 'Delete');
    await page.getByRole('button', { name: /^Annotation\. [^;]*: Released 2\.5$/ }).waitFor();
    const listed = await page.request.get(
      `${url}/app/workspaces/${people.workspaceId()}/api/pixel/annotations`,
    );
    expect((await listed.json()).data).toMatchObject([{ note: 'Released 2.5', author: people.owner.email }]);
  });

  it('stand where a deployment put them by the command line', async () => {
    const base = ['annotate', '--workspace', people.workspaceId(), '--website', people.websiteId()];
    await people.cli([
      ...base,
      '--note',
      'Deployed 3.0',
      '--at',
      new Date(Date.now() - 3_600_000).toISOString(),
    ]);
    const page = await people.openAsOwner(`/${people.websiteId()}?period=7d`, phone);
    await page.getByRole('button', { name: /Deployed 3\.0/ }).click();
    await page.getByRole('dialog', { name: 'Annotations' }).getByText('footfall annotate').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
  });

  it('are read by whoever has a share link, who can neither change them nor learn who wrote them', async () => {
    const owner = await people.openAsOwner('/settings/sharing');
    await press(owner, 'New link');
    await owner.getByLabel('Name', { exact: true }).fill('Readers');
    await press(owner, 'Make the link');
    const link = (await owner.getByRole('region', { name: 'the link' }).textContent()) ?? '';
    const page = await people.openSignedOut(link.slice(url.length));
    await page.getByRole('button', { name: /Released 2\.5/ }).click();
    const opened = page.getByRole('dialog', { name: 'Annotations' });
    await opened.getByText('Released 2.5').waitFor();
    expect(await opened.getByRole('button').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Add an annotation' }).count()).toBe(0);
    expect(await page.getByText('@example.com').count()).toBe(0);
    expect(await people.violations(page)).toEqual([]);
  });
});
