import { ApiError } from '../contract/errors.ts';
import { isUuid, type SignInId, type UserId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';

/** Out from the next request on, in every process. */
export async function endSignIn({ db }: Control, userId: UserId, id: string): Promise<void> {
  if (!isUuid(id)) throw new ApiError('not_found');
  const ended = await db
    .deleteFrom('sign_ins')
    .where('user_id', '=', userId)
    .where('id', '=', id.toLowerCase() as SignInId)
    .returning('id')
    .executeTakeFirst();
  if (ended === undefined) throw new ApiError('not_found');
}

/** All of a person's, but the one named. */
export async function endSignIns({ db }: Control, userId: UserId, except?: SignInId): Promise<void> {
  const all = db.deleteFrom('sign_ins').where('user_id', '=', userId);
  await (except === undefined ? all : all.where('id', '!=', except)).execute();
}

/** Those that nobody used for so long that they count no more. */
export async function purgeSignIns({ db }: Control, now: number): Promise<void> {
  await db.deleteFrom('sign_ins').where('expires_at', '<=', now).execute();
}
