import { buildAccountRoutes } from './account.ts';
import { buildAlertRoutes } from './alerts.ts';
import type { AppParts } from './app-parts.ts';
import { buildAuditRoutes } from './audit.ts';
import type { AnyRoute } from './define-route.ts';
import { buildExportRoutes } from './export.ts';
import { buildFunnelRoutes } from './funnels.ts';
import { buildGoalRoutes } from './goals.ts';
import { buildInvitationRoutes } from './invitations.ts';
import { buildJobRoutes } from './jobs.ts';
import { buildJoiningRoutes } from './joining.ts';
import { buildKeyRoutes } from './keys.ts';
import { buildLiveRoutes } from './live.ts';
import { buildMemberRoutes } from './members.ts';
import { buildPasswordResetRoutes } from './password-resets.ts';
import { buildScheduledReportRoutes } from './scheduled-reports.ts';
import { buildSetUpRoutes } from './set-up.ts';
import { buildShareLinkRoutes } from './share-links.ts';
import { buildSharedViewRoutes } from './shared-view.ts';
import { buildSignInRoutes } from './sign-in.ts';
import { buildStateRoutes } from './state.ts';
import { buildWebsiteIdentityRoutes } from './website-identities.ts';
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
  buildWebsiteIdentityRoutes,
  buildMemberRoutes,
  buildInvitationRoutes,
  buildJoiningRoutes,
  buildFunnelRoutes,
  buildGoalRoutes,
  buildExportRoutes,
  buildAlertRoutes,
  buildScheduledReportRoutes,
  buildJobRoutes,
  buildAuditRoutes,
  buildLiveRoutes,
  buildShareLinkRoutes,
  buildSharedViewRoutes,
];

/** Every route of the dashboard but the endpoints of the API. */
export function buildAppRoutes(parts: AppParts): AnyRoute[] {
  return topics.flatMap((build) => build(parts));
}
