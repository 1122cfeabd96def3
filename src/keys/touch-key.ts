import type { KeyId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';

const touchIntervalMs = 60_000;
const touchedAt = new WeakMap<Control, Map<KeyId, number>>();

/**
 * Notes when a key was last used, at most once a minute for each key. The caller does not wait: a request
 * neither slows down nor fails by it, and a note that failed is made again by the next request.
 */
export function touchKey(control: Control, keyId: KeyId, now: number): void {
  const times = requireTimes(control);
  const last = times.get(keyId);
  if (last !== undefined && now - last < touchIntervalMs) return;
  times.set(keyId, now);
  setImmediate(() => {
    runTouch(control, keyId, now).catch(() => times.delete(keyId));
  });
}

function requireTimes(control: Control): Map<KeyId, number> {
  const known = touchedAt.get(control);
  if (known !== undefined) return known;
  const times = new Map<KeyId, number>();
  touchedAt.set(control, times);
  return times;
}

/** The condition on the old time spares a write where another process made the note already. */
async function runTouch(control: Control, keyId: KeyId, now: number): Promise<void> {
  await control.db
    .updateTable('api_keys')
    .set({ last_used_at: now })
    .where('id', '=', keyId)
    .where(({ eb, or }) =>
      or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', now - touchIntervalMs)]),
    )
    .execute();
}
