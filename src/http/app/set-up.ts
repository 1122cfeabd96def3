import * as z from 'zod';
import { text } from '../../contract/bodies.ts';
import { emailText } from '../../contract/email.ts';
import { ApiError } from '../../contract/errors.ts';
import { nameText } from '../../contract/name.ts';
import { inTransaction } from '../../store/control/in-transaction.ts';
import { addMember, insertUser } from '../../users/add-member.ts';
import { createSignIn } from '../../users/create-sign-in.ts';
import { hashPassword } from '../../users/password.ts';
import { requireSetUpToken, takeSetUpToken } from '../../users/set-up-token.ts';
import { createWebsite } from '../../websites/create-website.ts';
import { createWorkspace } from '../../workspaces/create-workspace.ts';
import type { AppParts } from './app-parts.ts';
import { domain, newPassword } from './bodies.ts';
import { type AnyRoute, defineRoute } from './define-route.ts';
import { describeBrowser } from './describe-browser.ts';
import { letIn } from './let-in.ts';

const setUpToken = z.string().max(255);

const body = z.object({
  token: setUpToken,
  email: emailText,
  password: newPassword,
  workspaceName: nameText,
  domain,
  timezone: text(1, 64).default('UTC'),
  currency: z.string().max(3).default('USD'),
});

/** The first owner with their workspace and website: all of it or nothing. */
export function buildSetUpRoutes(parts: AppParts): AnyRoute[] {
  const { control, clock, findCountry } = parts;
  return [
    defineRoute({
      method: 'POST',
      path: '/set-up/check',
      access: 'public',
      body: z.object({ token: setUpToken }),
      // So that a link that does not work is reported before anybody fills in a form.
      handle: ({ body: given }) => requireSetUpToken(control, given.token),
    }),
    defineRoute({
      method: 'POST',
      path: '/set-up',
      access: 'public',
      body,
      status: 201,
      async handle({ body: given, request, reply }) {
        await requireSetUpToken(control, given.token);
        const passwordHash = await hashPassword(given.password);
        const facts = describeBrowser(request, findCountry);
        const made = await inTransaction(control, async (inside) => {
          await takeSetUpToken(inside, given.token);
          const now = clock();
          const userId = await insertUser(inside, { email: given.email, passwordHash }, now);
          if (userId === undefined) throw new ApiError('already_set_up');
          const settings = { name: given.workspaceName, timezone: given.timezone, currency: given.currency };
          const workspace = await createWorkspace(inside, settings, clock);
          await addMember(inside, { userId, workspaceId: workspace.id, role: 'owner' }, now);
          const website = await createWebsite(inside, workspace.id, [given.domain], clock);
          const token = await createSignIn(inside, userId, facts, now);
          return { workspaceId: workspace.id, websiteId: website.websiteId, userId, token };
        });
        await letIn(parts, request, reply, made);
        return { workspaceId: made.workspaceId, websiteId: made.websiteId };
      },
    }),
  ];
}
