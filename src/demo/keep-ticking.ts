const tickMs = 2_000;

/** Calls `tick` again and again, never twice at once. What fails is retried with the next call. */
export function keepTicking(tick: () => Promise<void>): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout;
  let running = Promise.resolve();
  let isStopped = false;

  function schedule(): void {
    timer = setTimeout(() => {
      running = tick()
        .catch(() => {})
        .finally(() => {
          if (!isStopped) schedule();
        });
    }, tickMs);
    timer.unref();
  }

  schedule();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
