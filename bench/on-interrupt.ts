const signals = ['SIGINT', 'SIGTERM'] as const;

/** Cleans up before the process ends early; answers how to call that off. */
export function onInterrupt(cleanUp: () => Promise<unknown>): () => void {
  const leave = () => void cleanUp().finally(() => process.exit(1));
  for (const signal of signals) process.once(signal, leave);
  return () => {
    for (const signal of signals) process.off(signal, leave);
  };
}
