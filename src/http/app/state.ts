import { needsSetUp } from '../../users/set-up-token.ts';
import { version } from '../../version.ts';
import type { AppParts } from './app-parts.ts';
import { type AnyRoute, defineRoute } from './define-route.ts';
import { listOwnWorkspaces } from './own-workspaces.ts';
import { mayCreateWorkspace } from './workspace-creation.ts';

/** What the dashboard asks first, each time it is opened. */
export function buildStateRoutes(parts: AppParts): AnyRoute[] {
  const { control, mail, cookies, publicUrl, workspaceCreation } = parts;
  return [
    defineRoute({
      method: 'GET',
      path: '/state',
      access: 'public',
      async handle({ signIn, request, reply }) {
        const shared = {
          needsSetUp: await needsSetUp(control),
          mail: mail !== undefined,
          publicUrl: publicUrl ?? null,
          version,
        };
        if (signIn === undefined) {
          return { ...shared, user: null, workspaces: [], mayCreateWorkspace: false };
        }
        // Renews the cookie for thirty days, as the server renews the sign-in.
        cookies.signIn.send(request, reply, cookies.signIn.find(request) ?? '');
        const workspaces = await listOwnWorkspaces(control, signIn.userId);
        return {
          ...shared,
          user: { id: signIn.userId, email: signIn.email, hasTotp: signIn.hasTotp },
          workspaces,
          mayCreateWorkspace: mayCreateWorkspace(workspaceCreation, workspaces),
        };
      },
    }),
  ];
}
