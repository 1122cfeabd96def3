import { z } from 'zod';
import { text } from '../../contract/bodies.ts';
import { ApiError } from '../../contract/errors.ts';
import { inTransaction } from '../../store/control/in-transaction.ts';
import { addMember, insertUser } from '../../users/add-member.ts';
import { createSignIn } from '../../users/create-sign-in.ts';
import { parseEmail } from '../../users/email.ts';
import { hashPassword } from '../../users/password.ts';
import { requireSetUpToken, takeSetUpToken } from '../../users/set-up-token.ts';
import { createWebsite } from '../../websites/create-website.ts';
import { parseDomains } from '../../websites/parse-domains.ts';
import { createWorkspace } from '../../workspaces/create-workspace.ts';
import type { AppParts } from './app-parts.ts';
import { email, newPassword, workspaceName } from './bodies.ts';
import { type AnyRoute, defineRoute } from './define-route.ts';
import { describeBrowser } from './describe-browser.ts';
import { sendCookie } from './sign-in-cookie.ts';

const body = z.object({
  token: z.string().max(255),
  email,
  password: newPassword,
  workspaceName,
  domain: text(1, 255),
  timezone: text(1, 64).default('UTC'),
});

/** The first owner with their workspace and website: all of it or nothing. */
export function buildSetUpRoutes({ control, clock, findCountry }: AppParts): AnyRoute[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/set-up',
      access: 'public',
      body,
      status: 201,
      async handle({ body: given, request, reply }) {
        await requireSetUpToken(control, given.token);
        const address = parseEmail(given.email);
        const domains = parseDomains([given.domain]);
        const passwordHash = await hashPassword(given.password);
        const facts = describeBrowser(request, findCountry);
        const made = await inTransaction(control, async (inside) => {
          await takeSetUpToken(inside, given.token);
          const now = clock();
          const userId = await insertUser(inside, { email: address, passwordHash }, now);
          if (userId === undefined) throw new ApiError('already_set_up');
          const settings = { name: given.workspaceName, timezone: given.timezone };
          const workspace = await createWorkspace(inside, settings, clock);
          await addMember(inside, { userId, workspaceId: workspace.id, role: 'owner' }, now);
          const website = await createWebsite(inside, workspace.id, domains, clock);
          const token = await createSignIn(inside, userId, facts, now);
          return { workspaceId: workspace.id, websiteId: website.websiteId, token };
        });
        sendCookie(request, reply, made.token);
        return { workspaceId: made.workspaceId, websiteId: made.websiteId };
      },
    }),
  ];
}
