/** A person is erased from their profile and from the settings; receipts and the audit log tell of it. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { phone } from './use-dashboard.ts';
import { usePeople } from './use-people.ts';

describe('the privacy of a person', () => {
  const people = usePeople('privacy');
  let key = '';

  beforeAll(async () => {
    const scopes = ['--scope', 'pixel:read', '--scope', 'pixel:write'];
    const made = ['key', 'create', '--workspace', people.workspaceId(), '--name', 'Till', ...scopes];
    key = (await people.cli(made)).key as string;
    for (const name of ['jane', 'joe', 'jim']) await recordPerson(name);
  });

  async function post(path: string, body: object) {
    const response = await fetch(`${people.url}/api/v1/pixel/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ website_id: people.websiteId(), ...body }),
    });
    expect(response.status).toBe(200);
    return (await response.json()) as { data: { websites: unknown[] } };
  }

  const isKnown = async (name: object) => (await post('persons/find', name)).data.websites.length > 0;

  async function recordPerson(name: string): Promise<void> {
    const visitor_id = `visitor-${name}`;
    await post('events', { name: 'pageview', visitor_id, path: `/of-${name}` });
    await post('identify', { visitor_id, external_id: `id-${name}`, traits: { name } });
    // It waits until the records are stored.
    expect(await isKnown({ visitor_id })).toBe(true);
  }

  async function confirmErasure(page: Page): Promise<void> {
    const dialog = page.getByRole('dialog', { name: 'Erase this person?' });
    await dialog.waitFor();
    expect(await people.violations(page)).toEqual([]);
    await dialog.getByLabel('Type erase to confirm').fill('erase');
    await dialog.getByRole('button', { name: 'Erase' }).click();
    await dialog.waitFor({ state: 'detached' });
  }

  it('is kept on the profile: export for whoever may look, erasure for owners', async () => {
    const page = await people.openAsOwner(`/${people.websiteId()}/visitors/visitor-jane`);
    await page.getByRole('heading', { level: 1, name: 'jane' }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('person.json');
    await page.getByRole('button', { name: 'Erase' }).click();
    await confirmErasure(page);
    await page.getByRole('heading', { level: 1, name: 'Visitors' }).waitFor();
    expect(await isKnown({ visitor_id: 'visitor-jane' })).toBe(false);
    expect(await isKnown({ visitor_id: 'visitor-joe' })).toBe(true);
  });

  it('is kept in the settings, by external ID, with a receipt', async () => {
    const page = await people.openAsOwner('/settings/data', phone);
    const card = page.getByRole('region', { name: 'One person' });
    await card.getByLabel('Known by').selectOption('external_id');
    await card.getByLabel('ID of the person').fill('nobody');
    await card.getByRole('button', { name: 'Find' }).click();
    await card.getByText('Nothing is recorded of this person.').waitFor();
    await card.getByLabel('ID of the person').fill('id-joe');
    await card.getByRole('button', { name: 'Find' }).click();
    await card.getByText('1 visitor, 1 visits, 1 pageviews, 1 identities').waitFor();
    await card.getByRole('button', { name: 'Erase' }).click();
    await confirmErasure(page);
    expect(await isKnown({ external_id: 'id-joe' })).toBe(false);

    const receipts = page.getByRole('list', { name: 'Receipts' });
    await receipts.waitFor();
    await expect.poll(() => receipts.getByRole('listitem').count()).toBe(2);
    const newest = (await receipts.getByRole('listitem').first().textContent()) ?? '';
    expect(newest).toContain('1 hits, 0 conversions, 0 payments, 1 identities');
    expect(newest).toContain(people.owner.email);
    expect(newest).not.toContain('joe');
    expect(await people.violations(page)).toEqual([]);
  });

  it('is told by the audit log, which owners read and save', async () => {
    const page = await people.openAsOwner('/settings/audit');
    const log = page.getByRole('list', { name: 'Audit log' });
    await log.waitFor();
    const lines = await log.getByRole('listitem').allTextContents();
    expect(lines.some((line) => line.startsWith('Signed in') && line.includes(people.owner.email))).toBe(
      true,
    );
    expect(lines.filter((line) => line.startsWith('Erased a person: receipt')).length).toBe(2);
    expect(lines.some((line) => line.startsWith('Created an API key: Till'))).toBe(true);
    const csv = await page.request.get(`${people.url}/app/workspaces/${people.workspaceId()}/audit.csv`);
    expect(csv.headers()['content-type']).toContain('text/csv');
    const text = await csv.text();
    expect(text).toContain('person_erased');
    for (const content of [lines.join(), text]) expect(content).not.toMatch(/visitor-|id-j|wk_/);
    expect(await people.violations(page)).toEqual([]);
  });
});
