import { setTimeout as sleep } from 'node:timers/promises';
import type { DuckDBConnection } from '@duckdb/node-api';

/** Connections for reading, each for one question at a time. */
export type Readers = {
  /** Waits while nobody may read. */
  enter(): Promise<{ connection: DuckDBConnection; leave(): void }>;
  /**
   * Lets questions under way end, those that take too long by force, and keeps new ones waiting until the work is done.
   * Rejects where one of them cannot be ended.
   */
  whileNoneRead<Result>(work: () => Promise<Result>): Promise<Result>;
  close(): void;
};

/** Others wait meanwhile. What asks for longer at night is an export, or of no use to anyone. */
const patienceMs = 10_000;
const graceMs = 2_000;

export function createReaders(connect: () => Promise<DuckDBConnection>): Readers {
  const idle: DuckDBConnection[] = [];
  const busy = new Set<{ connection?: DuckDBConnection }>();
  let mayRead: Promise<void> = Promise.resolve();
  let onIdle: () => void = () => undefined;

  const close = () => {
    for (const connection of idle.splice(0)) connection.closeSync();
  };

  /** False where a reader does not take what it asked for: nothing can end that from here. */
  async function becomesIdleWithin(milliseconds: number): Promise<boolean> {
    if (busy.size === 0) return true;
    const timer = new AbortController();
    const isIdle = new Promise<boolean>((resolve) => {
      onIdle = () => resolve(true);
    });
    const tooLate = sleep(milliseconds, false, { signal: timer.signal }).catch(() => false);
    const outcome = await Promise.race([isIdle, tooLate]);
    timer.abort();
    return outcome;
  }

  async function requireIdle(): Promise<void> {
    if (await becomesIdleWithin(patienceMs)) return;
    for (const { connection } of busy) connection?.interrupt();
    if (await becomesIdleWithin(graceMs)) return;
    throw new Error(
      'The file is being read, by an export perhaps, and was not exchanged. It is tried again.',
    );
  }

  return {
    async enter() {
      for (let seen: unknown; seen !== mayRead; ) {
        seen = mayRead;
        await mayRead;
      }
      // From now on it is waited for, also while it connects.
      const reader: { connection?: DuckDBConnection } = {};
      busy.add(reader);
      const leave = () => {
        busy.delete(reader);
        if (reader.connection) idle.push(reader.connection);
        if (busy.size === 0) onIdle();
      };
      try {
        reader.connection = idle.pop() ?? (await connect());
        return { connection: reader.connection, leave };
      } catch (error) {
        leave();
        throw error;
      }
    },
    async whileNoneRead(work) {
      let letThemRead: () => void = () => undefined;
      mayRead = new Promise((resolve) => {
        letThemRead = resolve;
      });
      try {
        await requireIdle();
        close();
        return await work();
      } finally {
        letThemRead();
      }
    },
    close,
  };
}
