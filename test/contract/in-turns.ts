const atOnce = 16;

/** Several at once: the sooner all are sent, the fewer are the batches in which they are stored. */
export async function inTurns<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const waiting = items.values();
  const run = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, run));
}
