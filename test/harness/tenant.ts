import { systemClock } from '../../src/contract/clock.ts';
import type { PublicWebsiteId, WebsiteUuid, WorkspaceId } from '../../src/contract/ids.ts';
import type { Scope } from '../../src/contract/scopes.ts';
import { createKey } from '../../src/keys/create-key.ts';
import type { Control } from '../../src/store/control/open-control.ts';
import { createWebsite } from '../../src/websites/create-website.ts';
import { createWorkspace } from '../../src/workspaces/create-workspace.ts';
import type { ApiClient, ApiRequest, ApiResponse } from './api-client.ts';

export type TenantOptions = { rateLimit?: number; retentionDays?: number; domains?: string[] };

export type Tenant = {
  workspaceId: WorkspaceId;
  /** The public ID, `ff_…`. */
  website: PublicWebsiteId;
  websiteUuid: WebsiteUuid;
  /** With pixel:read and pixel:write. */
  key: string;
  createKey(scopes: readonly Scope[], expiresAt?: number): Promise<{ id: string; key: string }>;
  get(path: string, query?: ApiRequest['query']): Promise<ApiResponse>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<ApiResponse>;
  send(request: ApiRequest): Promise<ApiResponse>;
  /** The rows of a report of the tenant's website. */
  rows(path: string, query?: ApiRequest['query']): Promise<Record<string, unknown>[]>;
};

const roomForAll = 1_000_000;

export async function createTenant(
  control: Control,
  api: ApiClient,
  options: TenantOptions = {},
): Promise<Tenant> {
  const { rateLimit = roomForAll, retentionDays, domains = ['example.com'] } = options;
  const settings = { name: 'Tests', rateLimit, ...(retentionDays !== undefined && { retentionDays }) };
  const { id: workspaceId } = await createWorkspace(control, settings, systemClock);
  const website = await createWebsite(control, workspaceId, domains, systemClock);
  const makeKey = (scopes: readonly Scope[], expiresAt?: number) =>
    createKey(
      control,
      workspaceId,
      { name: 'Key', scopes, ...(expiresAt !== undefined && { expiresAt }) },
      systemClock,
    );
  const { key } = await makeKey(['pixel:read', 'pixel:write']);
  const send = (request: ApiRequest) => api({ key, ...request });
  return {
    workspaceId,
    website: website.websiteId,
    websiteUuid: website.id,
    key,
    createKey: makeKey,
    send,
    get: (path, query) => send({ path, ...(query && { query }) }),
    post: (path, body, headers) => send({ method: 'POST', path, body, ...(headers && { headers }) }),
    async rows(path, query) {
      const { status, body } = await send({ path, query: { website_id: website.websiteId, ...query } });
      if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
      return (body as { data: { data: Record<string, unknown>[] } }).data.data;
    },
  };
}
