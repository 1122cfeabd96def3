/** Email reports, alerts and jobs as people make, edit, test and delete them, with a real mail server behind. */
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openControl } from '../../../src/store/control/open-control.ts';
import { settle } from '../../harness/deployments.ts';
import { type MailServer, startMailServer } from '../../harness/mail-server.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../harness/webhook-receiver.ts';
import { findViolations, phone } from './use-dashboard.ts';
import { useInstallation } from './use-installation.ts';

const owner = { email: 'ada@example.com', password: 'correct horse battery' };
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
const item = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });
const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

describe('what a workspace has running for itself', () => {
  let smtp: MailServer;
  let receiver: WebhookReceiver;
  const installation = useInstallation(async () => {
    smtp = await startMailServer();
    receiver = await startWebhookReceiver();
    return { ...smtp.environment, FOOTFALL_PRIVATE_WEBHOOKS: 'true' };
  });
  let workspaceId: string;
  let key: string;
  let websiteId: string;

  async function cli(words: string[], input = ''): Promise<Record<string, string>> {
    const { code, stdout, stderr } = await installation.cli([...words, '--json'], input);
    expect(code, stderr).toBe(0);
    return JSON.parse(stdout);
  }

  beforeAll(async () => {
    workspaceId = (await cli(['workspace', 'create', '--name', 'Acme'])).id as string;
    websiteId = (await cli(['website', 'create', '--workspace', workspaceId, '--domain', 'shop.example']))
      .websiteId as string;
    await cli(['user', 'create', '--workspace', workspaceId, '--email', owner.email], owner.password);
    const words = ['key', 'create', '--workspace', workspaceId, '--name', 'x', '--scope', 'pixel:write'];
    key = (await cli(words)).key as string;
  });
  afterAll(async () => {
    await smtp?.close();
    await receiver?.close();
  });

  async function open(section: string, options: BrowserContextOptions = {}): Promise<Page> {
    const page = await installation.open('/sign-in', { reducedMotion: 'reduce', ...options });
    const url = installation.url();
    const answer = await page.request.post(`${url}/app/sign-in`, { data: owner, headers: { origin: url } });
    expect(answer.status()).toBe(200);
    await page.goto(`${url}/w/${workspaceId}/settings/${section}`);
    await page.locator('.settings-content').getByRole('region').first().waitFor();
    return page;
  }

  it('makes an email report, shows, sends, edits and deletes it', async () => {
    const page = await open('reports');
    await page.getByText('No reports yet').waitFor();
    await press(page, 'New report');
    expect(await findViolations(page)).toEqual([]);
    await page.getByLabel('Name', { exact: true }).fill('Monday figures');
    await page.getByLabel('At', { exact: true }).selectOption('7');
    await page.getByLabel('Time zone of the recipients').selectOption('Europe/Berlin');
    await page.getByLabel('Recipients, one per line').fill('not an address');
    await press(page, 'Make the report');
    await page.getByRole('alert').getByText('Expected one email address').waitFor();
    await page.getByLabel('Recipients, one per line').fill('bea@example.com, carl@example.com');
    await press(page, 'Make the report');
    const shown = item(page, 'Monday figures');
    await shown.getByText('Every Monday at 07:00, Europe/Berlin').waitFor();
    await shown.getByText('2 recipients').waitFor();

    const [preview] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'Preview Monday figures' }).click(),
    ]);
    await preview.getByRole('heading', { name: 'Monday figures' }).waitFor();
    expect(
      await preview.getByRole('img').evaluate((image) => (image as { naturalWidth?: number }).naturalWidth),
    ).toBe(1104);

    await press(page, 'Send now: Monday figures');
    await page.getByText('is on its way to 2 recipients').waitFor();
    await expect.poll(() => smtp.mails.length).toBe(2);
    const mail = smtp.mails.find(({ to }) => to[0] === 'bea@example.com');
    const link =
      /<https:\/\/stats\.example\.com(\S+)>/.exec(mail?.headers['list-unsubscribe'] ?? '')?.[1] ?? '';
    const reader = await installation.open(link);
    expect(await findViolations(reader)).toEqual([]);
    await reader.getByRole('button', { name: 'Unsubscribe' }).click();
    await reader.getByRole('heading', { name: 'You are unsubscribed' }).waitFor();
    expect(await findViolations(reader)).toEqual([]);
    await page.reload();
    await shown.getByText('1 recipient, 1 unsubscribed').waitFor();
    await shown.getByText(/^Last sent/).waitFor();

    await press(page, 'More for Monday figures');
    await press(page, 'Edit');
    await page.getByLabel('How often').selectOption('monthly');
    await press(page, 'Save the report');
    await shown.getByText('First day of every month at 07:00').waitFor();
    await press(page, 'More for Monday figures');
    await press(page, 'Delete');
    await press(page, 'Delete the report');
    await page.getByText('No reports yet').waitFor();
  });

  /** Of a website whose visitors are more than the alert likes. */
  async function visit(): Promise<void> {
    for (let n = 0; n < 5; n += 1) {
      const body = {
        website_id: websiteId,
        visitor_id: `v${n}`,
        session_id: `s${n}`,
        ts: Date.now() - 20 * 60_000,
      };
      const answer = await fetch(`${installation.url()}/api/v1/pixel/events`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect(answer.status).toBe(200);
    }
    // An alert above three would be set off by the first four of them too.
    await settle([installation.url()]);
  }

  /** As if the next quarter of an hour had come. */
  async function makeDue(): Promise<void> {
    const control = await openControl({ sqlitePath: join(installation.dataDirectory(), 'control.sqlite') });
    await control.db.updateTable('alerts').set({ next_check_at: 0 }).execute();
    await control.db.updateTable('jobs').set({ due_at: 0 }).execute();
    await control.close();
  }

  it('makes an alert, tests it, shows what set it off, turns it off and deletes it', async () => {
    const page = await open('alerts');
    await page.getByText('No alerts yet').waitFor();
    await press(page, 'New alert');
    expect(await findViolations(page)).toEqual([]);
    await page.getByLabel('Name', { exact: true }).fill('A crowd');
    await page.getByLabel('Condition').selectOption('gt');
    await page.getByLabel('Number').fill('3');
    await page.getByLabel('Within').selectOption('60');
    await press(page, 'Add a channel');
    await page.getByLabel('Kind of channel 2').selectOption('webhook');
    await page.getByLabel('Address of channel 2').fill('ftp://example.com');
    await press(page, 'Make the alert');
    await page.getByRole('alert').getByText('begins with https').waitFor();
    await page.getByLabel('Address of channel 2').fill(`${receiver.url}/hook`);
    await press(page, 'Make the alert');
    const shown = item(page, 'A crowd');
    await shown.getByText('Visitors above 3 in 1 hour').waitFor();
    await shown.getByText('Email, Webhook').waitFor();

    smtp.mails.length = 0;
    await press(page, 'Test A crowd');
    const dialog = page.getByRole('dialog', { name: 'Test of A crowd' });
    await dialog.getByText('ada@example.com: sent').waitFor();
    expect(smtp.mails[0]?.subject).toBe('Test: A crowd (shop.example)');
    expect(receiver.received[0]?.headers['footfall-signature']).toMatch(/^t=\d+,v1=/);
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await visit();
    await expect
      .poll(
        async () => {
          await makeDue();
          await page.reload();
          await shown.waitFor();
          return shown.getByText('Firing').count();
        },
        { timeout: 60_000 },
      )
      .toBe(1);
    await press(page, 'History of A crowd');
    const history = page.getByRole('dialog', { name: 'History of A crowd' });
    await history.getByText(/^5 visitors, .*: above 3\.$/).waitFor();
    expect(await history.getByRole('img').getAttribute('aria-label')).toMatch(/^Visitors: 5 at the end/);
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await press(page, 'More for A crowd');
    await press(page, 'Edit');
    await page.getByRole('button', { name: 'Copy the secret' }).waitFor();
    await page.getByLabel('When').selectOption('no_data');
    await page.getByLabel('For', { exact: true }).selectOption('180');
    await press(page, 'Save the alert');
    await shown.getByText('No traffic for 3 hours').waitFor();
    await press(page, 'More for A crowd');
    await press(page, 'Turn off');
    await shown.getByText('Off', { exact: true }).waitFor();
    await press(page, 'More for A crowd');
    await press(page, 'Delete');
    await press(page, 'Delete the alert');
    await page.getByText('No alerts yet').waitFor();
  });

  it('watches a new website by one click', async () => {
    const page = await open('websites');
    await press(page, 'Add a website');
    await page.getByLabel('Domain', { exact: true }).fill('blog.example');
    await press(page, 'Add the website');
    const dialog = page.getByRole('dialog', { name: 'Put Footfall on blog.example' });
    await dialog.getByLabel(/Tell me when there is no traffic/).selectOption('30');
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Make the alert' }).click();
    await dialog.getByText('ada@example.com hears of it when there is no traffic for 30 minutes.').waitFor();
    await page.goto(`${installation.url()}/w/${workspaceId}/settings/alerts`);
    await item(page, 'No traffic on blog.example').getByText('No traffic for 30 minutes').waitFor();
  });

  it('shows the jobs with their state, wide and on a phone in the dark, without barriers', async () => {
    for (const options of [{}, { ...phone, colorScheme: 'dark' as const }]) {
      for (const section of ['alerts', 'reports', 'jobs']) {
        const page = await open(section, options);
        expect(await findViolations(page)).toEqual([]);
        expect(await page.evaluate(overflow)).toBe(0);
        if (section === 'jobs') await item(page, 'Clean up').getByText('In order').waitFor();
      }
    }
  });
});
