import { buildAccountRoutes } from './account.ts';
import type { AppParts } from './app-parts.ts';
import type { AnyRoute } from './define-route.ts';
import { buildExportRoutes } from './export.ts';
import { buildFunnelRoutes } from './funnels.ts';
import { buildInvitationRoutes } from './invitations.ts';
import { buildKeyRoutes } from './keys.ts';
import { buildLiveRoutes } from './live.ts';
import { buildMemberRoutes } from './members.ts';
import { buildPasswordResetRoutes } from './password-resets.ts';
import { buildSetUpRoutes } from './set-up.ts';
import { buildShareLinkRoutes } from './share-links.ts';
import { buildSharedViewRoutes } from './shared-view.ts';
import { buildSignInRoutes } from './sign-in.ts';
import { buildStateRoutes } from './state.ts';
import { buildWebsiteRoutes } from './websites.ts';
import { buildWorkspaceRoutes } from './workspaces.ts';

const topics = [
  buildStateRoutes,
  buildSetUpRoutes,
  buildSignInRoutes,
  buildPasswordResetRoutes,
  buildAccountRoutes,
  buildWorkspaceRoutes,
  buildKeyRoutes,
  buildWebsiteRoutes,
  buildMemberRoutes,
  buildInvitationRoutes,
  buildFunnelRoutes,
  buildExportRoutes,
  buildLiveRoutes,
  buildShareLinkRoutes,
  buildSharedViewRoutes,
];

/** Every route of the dashboard but the endpoints of the API. */
export function buildAppRoutes(parts: AppParts): AnyRoute[] {
  return topics.flatMap((build) => build(parts));
}
