import * as z from 'zod';
import { ApiError } from '../../contract/errors.ts';
import type { WorkspaceId } from '../../contract/ids.ts';
import type { Control } from '../../store/control/open-control.ts';
import { hasBadge, setBadge } from '../../websites/badge.ts';
import { createWebsite } from '../../websites/create-website.ts';
import { deleteWebsite } from '../../websites/delete-website.ts';
import { findWebsiteByPublicId, findWebsiteByUuid } from '../../websites/find-website.ts';
import { updateWebsite } from '../../websites/update-website.ts';
import type { Website } from '../../websites/website.ts';
import type { AppParts } from './app-parts.ts';
import { domains } from './bodies.ts';
import { type AnyRoute, defineRoute } from './define-route.ts';
import { buildShownWebsite } from './own-workspaces.ts';

const confirm = z.string().max(255);

export function buildWebsiteRoutes(parts: AppParts): AnyRoute[] {
  const { control, clock } = parts;
  return [
    defineRoute({
      method: 'POST',
      path: '/websites',
      access: 'member',
      status: 201,
      body: z.object({ domains }),
      handle: async ({ workspace, body }) =>
        buildShownWebsite(await createWebsite(control, workspace.id, body.domains, clock)),
    }),
    defineRoute({
      method: 'PATCH',
      path: '/websites/:uuid',
      access: 'member',
      body: z.object({ domains }),
      handle: async ({ workspace, params, body }) =>
        buildShownWebsite(await updateWebsite(control, workspace.id, params.uuid ?? '', body.domains)),
    }),
    ...buildBadgeRoutes(parts),
    ...buildDeletionRoutes(parts),
  ];
}

/** Whether anybody may see the badge and the counter. */
function buildBadgeRoutes({ control }: AppParts): AnyRoute[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/websites/:uuid/badge',
      access: 'member',
      handle: async ({ workspace, params }) => ({
        enabled: await hasBadge(control, workspace.id, params.uuid ?? ''),
      }),
    }),
    defineRoute({
      method: 'PATCH',
      path: '/websites/:uuid/badge',
      access: 'member',
      body: z.object({ enabled: z.boolean() }),
      handle: async ({ workspace, params, body }) => {
        await setBadge(control, workspace.id, params.uuid ?? '', body.enabled);
        return { enabled: body.enabled };
      },
    }),
  ];
}

/** What cannot be undone is confirmed by the website's first domain. */
function buildDeletionRoutes({ control, deletion }: AppParts): AnyRoute[] {
  return [
    defineRoute({
      method: 'DELETE',
      path: '/websites/:uuid',
      access: 'owner',
      body: z.object({ confirm }),
      async handle({ workspace, params, body }) {
        const website = await findWebsiteByUuid(control, workspace.id, params.uuid ?? '');
        const { id, websiteId } = requireConfirmed(website, body.confirm);
        const target = { workspaceId: workspace.id, websiteId };
        // Records go first, so that a website whose records could not be deleted is still there to try again; and once
        // more afterwards, for records that were accepted meanwhile.
        await deletion.everything(target);
        await deleteWebsite(control, workspace.id, id);
        await deletion.everything(target);
      },
    }),
    defineRoute({
      method: 'DELETE',
      path: '/records',
      access: 'owner',
      body: z.object({ website_id: z.string().max(255), confirm }),
      async handle({ workspace, body }) {
        const website = await requireByPublicId(control, workspace.id, body.website_id);
        const { websiteId } = requireConfirmed(website, body.confirm);
        await deletion.everything({ workspaceId: workspace.id, websiteId });
      },
    }),
  ];
}

async function requireByPublicId(
  control: Control,
  workspaceId: WorkspaceId,
  publicId: string,
): Promise<Website> {
  const website = await findWebsiteByPublicId(control, workspaceId, publicId);
  if (website === undefined) throw new ApiError('not_found');
  return website;
}

function requireConfirmed(website: Website | undefined, confirmed: string): Website {
  if (website === undefined) throw new ApiError('not_found');
  if (confirmed.trim().toLowerCase() !== website.allowedDomains[0]) throw new ApiError('confirmation_needed');
  return website;
}
