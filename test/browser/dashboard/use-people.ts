/** A workspace of its own on the demo's server, and people in it at browsers of their own. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, expect, inject } from 'vitest';
import { settle } from '../../harness/deployments.ts';
import { runCli } from '../../harness/server-process.ts';
import { type Dashboard, useDashboard } from './use-dashboard.ts';

export type People = Dashboard & {
  workspaceId(): string;
  websiteId(): string;
  owner: { email: string; password: string };
  /** The owner, signed in. `path` is below the workspace's address. */
  openAsOwner(path: string, options?: BrowserContextOptions): Promise<Page>;
  api(path: string, key: string): Promise<Response>;
  /** With `--json` on the server's data; answers what was printed. */
  cli(words: string[], input?: string): Promise<Record<string, string>>;
  websiteUuid(): string;
  /** Resolves once everything accepted so far is in reports. */
  recordsStored(): Promise<void>;
};

export function usePeople(name: string): People {
  const dashboard = useDashboard();
  const { url, dataDirectory } = inject('dashboard');
  const owner = { email: `${name}@example.com`, password: 'correct horse battery' };
  let workspaceId: string;
  let websiteId: string;
  let websiteUuid: string;

  async function cli(words: string[], input = ''): Promise<Record<string, string>> {
    const { code, stdout, stderr } = await runCli(
      [...words, '--json'],
      { FOOTFALL_DATA_DIR: dataDirectory },
      input,
    );
    expect(code, stderr).toBe(0);
    return JSON.parse(stdout) as Record<string, string>;
  }

  beforeAll(async () => {
    workspaceId = (await cli(['workspace', 'create', '--name', name])).id as string;
    const domain = `${name}.example`;
    const website = await cli(['website', 'create', '--workspace', workspaceId, '--domain', domain]);
    websiteId = website.websiteId as string;
    websiteUuid = website.id as string;
    await cli(['user', 'create', '--workspace', workspaceId, '--email', owner.email], owner.password);
  });

  return {
    ...dashboard,
    owner,
    workspaceId: () => workspaceId,
    websiteId: () => websiteId,
    websiteUuid: () => websiteUuid,
    cli,
    recordsStored: () => settle([url]),
    async openAsOwner(path, options) {
      const page = await dashboard.openBlank(options);
      const answer = await page.request.post(`${url}/app/sign-in`, { data: owner, headers: { origin: url } });
      expect(answer.status()).toBe(200);
      await page.goto(`${url}/w/${workspaceId}${path}`);
      return page;
    },
    api: (path, key) => fetch(`${url}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } }),
  };
}
