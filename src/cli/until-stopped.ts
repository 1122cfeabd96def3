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
  const running = await starting;
  await signalled;
  await running.stop();
}
