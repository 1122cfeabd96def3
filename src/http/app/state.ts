import { needsSetUp } from '../../users/set-up-token.ts';
import { version } from '../../version.ts';
import type { AppParts } from './app-parts.ts';
import { type AnyRoute, defineRoute } from './define-route.ts';
import { listOwnWorkspaces } from './own-workspaces.ts';
import { findToken, sendCookie } from './sign-in-cookie.ts';

/** What the dashboard asks first, each time it is opened. */
export function buildStateRoutes({ control, mail, publicUrl }: AppParts): AnyRoute[] {
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
        if (signIn === undefined) return { ...shared, user: null, workspaces: [] };
        // The browser forgets the cookie thirty days after this, as the server does.
        sendCookie(request, reply, findToken(request) ?? '');
        return {
          ...shared,
          user: { id: signIn.userId, email: signIn.email, hasTotp: signIn.hasTotp },
          workspaces: await listOwnWorkspaces(control, signIn.userId),
        };
      },
    }),
  ];
}
