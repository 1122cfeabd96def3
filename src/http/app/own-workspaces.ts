import type { UserId } from '../../contract/ids.ts';
import type { Control } from '../../store/control/open-control.ts';
import { listMemberships, type Membership } from '../../users/memberships.ts';
import { listAllWebsites } from '../../websites/list-websites.ts';
import type { Website } from '../../websites/website.ts';

export type ShownWebsite = { id: string; websiteId: string; domains: string[]; createdAt: string };

export type ShownWorkspace = Membership & { websites: ShownWebsite[] };

export function buildShownWebsite({ id, websiteId, allowedDomains, createdAt }: Website): ShownWebsite {
  return { id, websiteId, domains: allowedDomains, createdAt };
}

export async function withWebsites(control: Control, membership: Membership): Promise<ShownWorkspace> {
  const websites = await listAllWebsites(control, membership.id);
  return { ...membership, websites: websites.map(buildShownWebsite) };
}

export async function listOwnWorkspaces(control: Control, userId: UserId): Promise<ShownWorkspace[]> {
  const memberships = await listMemberships(control, userId);
  return Promise.all(memberships.map((membership) => withWebsites(control, membership)));
}
