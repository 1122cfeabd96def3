/**
 * Whether the server can be reached. Whoever asks it in vain says so here; what is true then is found out by its probe,
 * so that one request that was cut short makes nobody worry.
 */
import { useSyncExternalStore } from 'react';

const probeAddress = '/healthz';
export const probeEveryMs = 2_000;

let away = false;
let looking: Promise<boolean> | undefined;
const readers = new Set<() => void>();

export const isAway = (): boolean => away;

/** True where it answers. Until it does it is asked again every two seconds. */
export function checkConnection(): Promise<boolean> {
  looking ??= probe().then((answers) => {
    looking = undefined;
    if (!answers) window.setTimeout(checkConnection, probeEveryMs);
    tell(!answers);
    return answers;
  });
  return looking;
}

/** A gateway may answer for it; and while it starts or stops it is as good as away. */
async function probe(): Promise<boolean> {
  try {
    const answer = await fetch(probeAddress, { cache: 'no-store', credentials: 'omit' });
    if (answer.status < 500) return true;
    const { status } = (await answer.json()) as { status?: string };
    return status === 'degraded';
  } catch {
    return false;
  }
}

function tell(now: boolean): void {
  if (away === now) return;
  away = now;
  for (const read of [...readers]) read();
}

function subscribe(read: () => void): () => void {
  readers.add(read);
  return () => readers.delete(read);
}

export const useIsAway = (): boolean => useSyncExternalStore(subscribe, isAway);

/** Each time that it is back. */
export function onReturn(act: () => void): () => void {
  return subscribe(() => {
    if (!away) act();
  });
}

export function untilReturn(): Promise<void> {
  if (!away) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = onReturn(() => {
      stop();
      resolve();
    });
  });
}
