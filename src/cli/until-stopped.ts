import type { Running } from '../main.ts';

/** Serves until SIGTERM or SIGINT, then stops in order; a second signal ends the process at once. */
export async function untilStopped(starting: Promise<Running>): Promise<void> {
  const signalled = new Promise<void>((resolve) => {
    let seen = false;
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        if (seen) process.exit(1);
        seen = true;
        resolve();
      });
    }
  });
  const running = await Promise.race([starting, signalled]);
  // The start may wait for its ClickHouse for ever. To end at once loses nothing: accepted records are on disk.
  if (!running) process.exit(0);
  await signalled;
  await running.stop();
}
