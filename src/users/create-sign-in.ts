import type { SignInId, UserId } from '../contract/ids.ts';
import { fingerprintSecret, newSecret } from '../contract/secret.ts';
import type { Control } from '../store/control/open-control.ts';
import { newOrderedUuid } from '../store/control/ordered-id.ts';

/** What is shown of a browser in the list of sign-ins. */
export type BrowserFacts = { browser: string; operatingSystem: string; country: string };

/** Counted from the last request. */
export const signInMs = 30 * 24 * 60 * 60 * 1000;

/** Answers the token for the cookie, which is stored nowhere. */
export async function createSignIn(
  { db }: Control,
  userId: UserId,
  facts: BrowserFacts,
  now: number,
): Promise<string> {
  const token = newSecret();
  await db
    .insertInto('sign_ins')
    .values({
      id: newOrderedUuid(now) as SignInId,
      user_id: userId,
      fingerprint: fingerprintSecret(token),
      created_at: now,
      last_seen_at: now,
      expires_at: now + signInMs,
      browser: facts.browser,
      operating_system: facts.operatingSystem,
      country: facts.country,
    })
    .execute();
  return token;
}
