import * as z from 'zod';
import { ApiError } from '../../contract/errors.ts';
import { isUuid, type KeyId } from '../../contract/ids.ts';
import { parseInstant } from '../../contract/instant.ts';
import { nameText } from '../../contract/name.ts';
import { scopes } from '../../contract/scopes.ts';
import { createKey } from '../../keys/create-key.ts';
import { listKeysWithMakers } from '../../keys/list-keys.ts';
import { revokeKey } from '../../keys/revoke-key.ts';
import { inTransaction } from '../../store/control/in-transaction.ts';
import { holdOwner } from '../../users/hold-owner.ts';
import type { AppParts } from './app-parts.ts';
import { type AnyRoute, defineRoute } from './define-route.ts';

const body = z.object({
  name: nameText,
  scopes: z.array(z.enum(scopes)).min(1),
  expiresAt: z
    .string()
    .transform((value) => parseInstant(value))
    .refine((value) => value !== undefined, { error: 'Expected ISO-8601, such as 2027-01-31T00:00:00Z' })
    .optional(),
});

/** API keys, as the spec's section on authentication has them. */
export function buildKeyRoutes({ control, clock }: AppParts): AnyRoute[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/keys',
      access: 'owner',
      handle: ({ workspace }) => listKeysWithMakers(control, workspace.id),
    }),
    defineRoute({
      method: 'POST',
      path: '/keys',
      access: 'owner',
      status: 201,
      body,
      async handle({ workspace, signIn, body: { expiresAt, ...given } }) {
        const expiry = expiresAt === undefined ? {} : { expiresAt };
        const input = { ...given, ...expiry, createdBy: signIn.userId };
        const { id, key } = await inTransaction(control, async (inside) => {
          await holdOwner(inside, workspace.id, signIn.userId);
          return createKey(inside, workspace.id, input, clock);
        });
        const listed = (await listKeysWithMakers(control, workspace.id)).find((each) => each.id === id);
        return { ...listed, key };
      },
    }),
    defineRoute({
      method: 'DELETE',
      path: '/keys/:id',
      access: 'owner',
      async handle({ workspace, params: { id = '' } }) {
        if (!isUuid(id)) throw new ApiError('not_found');
        await revokeKey(control, id.toLowerCase() as KeyId, clock, workspace.id);
      },
    }),
  ];
}
