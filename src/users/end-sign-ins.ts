import { isUuid, type SignInId, type UserId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';

/** Out from the next request on, in every process. False where there is no such sign-in of this person. */
export async function endSignIn({ db }: Control, userId: UserId, id: string): Promise<boolean> {
  if (!isUuid(id)) return false;
  const ended = await db
    .deleteFrom('sign_ins')
    .where('user_id', '=', userId)
    .where('id', '=', id.toLowerCase() as SignInId)
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}

/** All of a person's, but the one named. */
export async function endSignIns({ db }: Control, userId: UserId, except?: SignInId): Promise<void> {
  const all = db.deleteFrom('sign_ins').where('user_id', '=', userId);
  await (except === undefined ? all : all.where('id', '!=', except)).execute();
}

/** Deletes sign-ins that have expired. */
export async function purgeSignIns({ db }: Control, now: number): Promise<void> {
  await db.deleteFrom('sign_ins').where('expires_at', '<=', now).execute();
}
