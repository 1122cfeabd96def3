import type { FastifyReply, FastifyRequest } from 'fastify';
import type { UserId } from '../../contract/ids.ts';
import { rememberBrowser } from '../../users/remembered-browser.ts';
import type { AppParts } from './app-parts.ts';

/** The cookies of somebody who has just proved who they are. `token` is that of their new sign-in. */
export async function letIn(
  parts: AppParts,
  request: FastifyRequest,
  reply: FastifyReply,
  person: { userId: UserId; token: string },
): Promise<void> {
  parts.cookies.signIn.send(request, reply, person.token);
  await sendRemembered(parts, request, reply, person.userId);
}

/** Also after each change of the password, because a change ends the trust in browsers. */
export async function sendRemembered(
  { control, cookies }: AppParts,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: UserId,
): Promise<void> {
  cookies.device.send(request, reply, await rememberBrowser(control, userId));
}
