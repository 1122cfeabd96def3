import { setTimeout as sleep } from 'node:timers/promises';
import type { DuckDBConnection } from '@duckdb/node-api';

/** Connections for reading, each for one question at a time. */
export type Readers = {
  /** Waits while nobody may read. */
  enter(): Promise<{ connection: DuckDBConnection; leave(): void }>;
  /** Lets questions under way end, those that take too long by force, and keeps new ones waiting until the work is done. */
  whileNoneRead<Result>(work: () => Promise<Result>): Promise<Result>;
  close(): void;
};

/** What asks for longer at night is an export, or of no use to anyone. */
const patienceMs = 30_000;

export function createReaders(connect: () => Promise<DuckDBConnection>): Readers {
  const idle: DuckDBConnection[] = [];
  const busy = new Set<{ connection?: DuckDBConnection }>();
  let mayRead: Promise<void> = Promise.resolve();
  let onIdle: () => void = () => undefined;

  const close = () => {
    for (const connection of idle.splice(0)) connection.closeSync();
  };

  async function untilIdle(): Promise<void> {
    if (busy.size === 0) return;
    const isIdle = new Promise<void>((resolve) => {
      onIdle = resolve;
    });
    const timer = new AbortController();
    const interrupting = sleep(patienceMs, undefined, { signal: timer.signal }).then(
      () => {
        for (const { connection } of busy) connection?.interrupt();
      },
      () => undefined,
    );
    await isIdle;
    timer.abort();
    await interrupting;
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
        await untilIdle();
        close();
        return await work();
      } finally {
        letThemRead();
      }
    },
    close,
  };
}
