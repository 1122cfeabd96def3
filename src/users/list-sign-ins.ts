import type { SignInId } from '../contract/ids.ts';
import { buildIsoTime } from '../store/control/iso-time.ts';
import type { Control } from '../store/control/open-control.ts';
import type { SignIn } from './find-sign-in.ts';

export type ListedSignIn = {
  id: SignInId;
  current: boolean;
  createdAt: string;
  lastSeenAt: string;
  browser: string;
  operatingSystem: string;
  country: string;
};

/** Of the same person, the one used last first. */
export async function listSignIns({ db }: Control, current: SignIn, now: number): Promise<ListedSignIn[]> {
  const rows = await db
    .selectFrom('sign_ins')
    .select(['id', 'created_at', 'last_seen_at', 'browser', 'operating_system', 'country'])
    .where('user_id', '=', current.userId)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    current: row.id === current.id,
    createdAt: buildIsoTime(row.created_at),
    lastSeenAt: buildIsoTime(row.last_seen_at),
    browser: row.browser,
    operatingSystem: row.operating_system,
    country: row.country,
  }));
}
