/** Websites of a workspace and their domains. What was recorded on them is not here. */
import type { PublicWebsiteId, WebsiteUuid } from '../contract/ids.ts';
import { buildIsoTime } from '../store/control/iso-time.ts';

/** As the spec shows it: `id` is the UUID of segment calls, `websiteId` the public id of all others. */
export type Website = {
  id: WebsiteUuid;
  websiteId: PublicWebsiteId;
  allowedDomains: string[];
  createdAt: string;
};

export const websiteColumns = ['id', 'public_id', 'allowed_domains_json', 'created_at'] as const;

type WebsiteRow = {
  id: WebsiteUuid;
  public_id: PublicWebsiteId;
  allowed_domains_json: string;
  created_at: number;
};

export function buildWebsite(row: WebsiteRow): Website {
  return {
    id: row.id,
    websiteId: row.public_id,
    allowedDomains: JSON.parse(row.allowed_domains_json),
    createdAt: buildIsoTime(row.created_at),
  };
}
