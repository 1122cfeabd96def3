/** The server's end of the line to the engine's process: calls with their answers, and rows one portion at a time. */
import type { ChildProcess } from 'node:child_process';
import { EngineUnavailable, QueryCancelled } from '../../engine-errors.ts';
import type { RenderedSql } from '../../sql.ts';
import type { RowsByColumn } from '../rows-by-column.ts';
import type { Call, FromEngine, Method, OpenOptions, Result, ToEngine } from './protocol.ts';
import { readWireError } from './wire-error.ts';

export type OnProgress = (done: number, of: number) => void;

type CallOptions = { signal?: AbortSignal; onProgress?: OnProgress };

export type Channel = {
  /** Rejects when the engine cannot be opened, or its process ends before it is. */
  opened: Promise<void>;
  call<Name extends Method>(
    call: Extract<Call, { method: Name }>,
    options?: CallOptions,
  ): Promise<Result<Name>>;
  stream(question: RenderedSql, signal: AbortSignal): AsyncGenerator<RowsByColumn>;
  tell(message: unknown): void;
  askToEnd(): void;
};

type Pending = {
  resolve(result: unknown): void;
  reject(error: Error): void;
  onRows?(rows: RowsByColumn): void;
  onProgress?: OnProgress | undefined;
};

export function openChannel(
  child: ChildProcess,
  options: OpenOptions,
  onTold: (message: unknown) => void,
): Channel {
  const pending = new Map<number, Pending>();
  let lastId = 0;

  // A message that cannot be sent needs no error: its process is gone, and all pending calls are rejected.
  const say = (message: ToEngine) => void (child.connected && child.send(message, () => undefined));

  const opened = new Promise<void>((resolve, reject) => {
    child.on('message', (message: FromEngine) => {
      if (message.say === 'ready') resolve();
      else if (message.say === 'failed') reject(readWireError(message.error));
      else if (message.say === 'tell') onTold(message.message);
      else takeAnswer(message);
    });
    child.once('error', reject);
    void untilOver(child).then((cause) => {
      reject(new EngineUnavailable(cause));
      for (const { reject: refuse } of pending.values()) refuse(new EngineUnavailable(cause));
      pending.clear();
    });
  });
  say({ say: 'open', options });

  function takeAnswer(message: Exclude<FromEngine, { say: 'ready' | 'failed' | 'tell' }>): void {
    const waiting = pending.get(message.id);
    if (message.say === 'rows') waiting?.onRows?.(message.rows);
    else if (message.say === 'progress') waiting?.onProgress?.(message.done, message.of);
    else {
      pending.delete(message.id);
      if (message.say === 'result') waiting?.resolve(message.result);
      else waiting?.reject(readWireError(message.error));
    }
  }

  /** Resolves or rejects when the engine is done with the call, even after it was cancelled. */
  function start(call: Call, signal: AbortSignal | undefined, extra: Partial<Pending> = {}) {
    lastId += 1;
    const id = lastId;
    const cancel = () => say({ say: 'cancel', id });
    const done = new Promise<unknown>((resolve, reject) => {
      if (!child.connected) return reject(new EngineUnavailable('its process has ended'));
      pending.set(id, { resolve, reject, ...extra });
      say({ say: 'call', id, call });
      signal?.addEventListener('abort', cancel);
    }).finally(() => signal?.removeEventListener('abort', cancel));
    return { id, done, cancel };
  }

  return {
    opened,
    async call(call, { signal, onProgress } = {}) {
      if (signal?.aborted) throw new QueryCancelled();
      return (await start(call, signal, { onProgress }).done) as never;
    },
    async *stream(question, signal) {
      if (signal.aborted) throw new QueryCancelled();
      const portions = createQueue<RowsByColumn>();
      const onRows = portions.add;
      const { id, done, cancel } = start({ method: 'stream', question }, signal, { onRows });
      done.then(portions.end, portions.fail);
      try {
        for (;;) {
          const rows = await portions.take();
          if (!rows) return;
          yield rows;
          say({ say: 'more', id });
        }
      } finally {
        // A reader who stops early has the engine stop; cancelling a finished call does nothing.
        cancel();
      }
    },
    tell: (message) => say({ say: 'tell', message }),
    askToEnd: () => say({ say: 'stop' }),
  };
}

/** Resolves to the reason once the last message was read: the exit of the process can be noticed before that. */
async function untilOver(child: ChildProcess): Promise<string> {
  const disconnected = new Promise((resolve) => child.once('disconnect', resolve));
  await new Promise((resolve) => child.once('exit', resolve));
  await disconnected;
  return `its process ended with ${child.signalCode ?? `exit code ${child.exitCode}`}`;
}

type Queue<Item> = {
  add(item: Item): void;
  end(): void;
  fail(error: Error): void;
  /** undefined after the last. */
  take(): Promise<Item | undefined>;
};

function createQueue<Item>(): Queue<Item> {
  const items: Item[] = [];
  let outcome: { error?: Error } | undefined;
  let wake: () => void = () => undefined;
  return {
    add(item) {
      items.push(item);
      wake();
    },
    end() {
      outcome = {};
      wake();
    },
    fail(error) {
      outcome = { error };
      wake();
    },
    async take() {
      if (items.length === 0 && !outcome) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      if (items.length > 0) return items.shift();
      if (outcome?.error) throw outcome.error;
      return undefined;
    },
  };
}
