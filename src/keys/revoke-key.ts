import type { Clock } from '../contract/clock.ts';
import type { KeyId } from '../contract/ids.ts';
import { ControlError } from '../store/control/control-error.ts';
import type { Control } from '../store/control/open-control.ts';

/** Holds from the next request on, in every process. Revoking again keeps the first time. */
export async function revokeKey(control: Control, id: KeyId, clock: Clock): Promise<void> {
  const now = clock();
  const row = await control.db
    .updateTable('api_keys')
    .set(({ fn, val }) => ({ revoked_at: fn.coalesce('revoked_at', val(now)) }))
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) throw new ControlError('unknown_key', `There is no API key with the id "${id}".`);
}
