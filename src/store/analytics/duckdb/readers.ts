import { setTimeout as sleep } from 'node:timers/promises';
import type { DuckDBConnection } from '@duckdb/node-api';

/** Connections for reading, each for one question at a time. */
export type Readers = {
  /** Waits while `whileNoneRead` is at work. */
  enter(): Promise<{ connection: DuckDBConnection; leave(): void }>;
  /**
   * Lets questions under way end, interrupts those that take too long, and makes new ones wait until the work is done.
   * Rejects where a question cannot be ended.
   */
  whileNoneRead<Result>(work: () => Promise<Result>): Promise<Result>;
  close(): void;
};

/** Other readers wait meanwhile. A question that takes longer at night is an export, or abandoned. */
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

  /** False where a reader does not take its rows: nothing can end that from here. */
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
      // Registered before it connects, so that it is waited for meanwhile too.
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
