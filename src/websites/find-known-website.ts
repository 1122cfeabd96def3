import type { BrowserIdentities } from '../contract/browser-identities.ts';
import type { PublicWebsiteId, WorkspaceId } from '../contract/ids.ts';
import type { KnownWebsite } from '../contract/known-website.ts';
import type { Control } from '../store/control/open-control.ts';
import { prepareQuery } from '../store/control/prepared-query.ts';

/**
 * Websites of whichever workspace: a browser shows no key, so the public ID alone says whose hit it is. What is
 * found here decides where a record goes, and is never shown to whoever sent it.
 */
const knownColumns = [
  'workspace_id',
  'public_id',
  'allowed_domains_json',
  'browser_identities',
  'identity_secret',
] as const;

const runByPublicId = prepareQuery((db: Control['db']) =>
  db
    .selectFrom('websites')
    .select(knownColumns)
    .where('public_id', '=', '' as PublicWebsiteId),
);

export async function findKnownWebsite(
  control: Control,
  publicId: string,
): Promise<KnownWebsite | undefined> {
  if (!/^[\w-]{1,128}$/.test(publicId)) return undefined;
  const [row] = await runByPublicId(control.db, [publicId]);
  return row && buildKnownWebsite(row);
}

/** The oldest website that has the host, or a domain above it, among its domains. */
export async function findKnownWebsiteByHost(
  control: Control,
  host: string,
): Promise<KnownWebsite | undefined> {
  const labels = host.split('.');
  const domains = labels.map((_, index) => labels.slice(index).join('.')).slice(0, -1);
  if (domains.length === 0 || !/^[a-z0-9.-]{1,253}$/.test(host)) return undefined;
  const row = await control.db
    .selectFrom('websites')
    .select(knownColumns)
    .where((eb) => eb.or(domains.map((domain) => eb('allowed_domains_json', 'like', `%"${domain}"%`))))
    .orderBy('created_at', 'asc')
    .executeTakeFirst();
  return row && buildKnownWebsite(row);
}

function buildKnownWebsite(row: {
  workspace_id: WorkspaceId;
  public_id: PublicWebsiteId;
  allowed_domains_json: string;
  browser_identities: BrowserIdentities;
  identity_secret: string | null;
}): KnownWebsite {
  return {
    workspaceId: row.workspace_id,
    websiteId: row.public_id,
    domains: JSON.parse(row.allowed_domains_json),
    browserIdentities: row.browser_identities,
    identitySecret: row.identity_secret ?? undefined,
  };
}
