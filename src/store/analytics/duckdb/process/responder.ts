import { QueryCancelled } from '../../engine-errors.ts';
import type { LocalEngine } from '../local-engine.ts';
import { cutRows } from '../rows-by-column.ts';
import type { Beside } from './beside.ts';
import {
  type Call,
  type FromEngine,
  type Method,
  portionsAhead,
  type Result,
  type ToEngine,
} from './protocol.ts';
import { buildWireError, messageOf } from './wire-error.ts';

/** Answers calls with the engine of this process, and with the service beside it. */
export type Responder = {
  take(message: Extract<ToEngine, { say: 'call' | 'cancel' | 'more' }>): void;
  /** Cancels reads, lets changes complete, and closes everything. */
  close(): Promise<void>;
};

type UnderWay = { cancel: AbortController; room: Room; ended: Promise<void> };

type Held = { engine: LocalEngine | undefined; beside: Beside | undefined };

/** `onBroken` is called when the engine cannot go on after an error and has to be restarted. */
export function createResponder(
  { engine: held, beside }: Held,
  say: (message: FromEngine, then?: () => void) => void,
  onBroken: () => void,
): Responder {
  const underWay = new Map<number, UnderWay>();

  async function answer(id: number, call: Call, { signal }: AbortController, room: Room): Promise<void> {
    try {
      const result = await run(id, call, signal, room);
      say({ say: 'result', id, result });
    } catch (error) {
      say({ say: 'error', id, error: buildWireError(error) }, isFatal(error) ? onBroken : undefined);
    } finally {
      underWay.delete(id);
    }
  }

  const requireEngine = (): LocalEngine => {
    if (!held) throw new Error('This process holds no engine.');
    return held;
  };

  async function run(
    id: number,
    call: Call,
    signal: AbortSignal,
    room: Room,
  ): Promise<Result<Method> | undefined> {
    if (call.method === 'beside') return beside?.answer(call.request);
    const engine = requireEngine();
    switch (call.method) {
      case 'store':
        return engine.store(call.batch);
      case 'ask':
        return engine.ask(call.question, signal);
      case 'stream':
        for await (const rows of engine.streamRendered(call.question, signal)) {
          for (const portion of cutRows(rows, rowsAPortion)) {
            await room.take();
            say({ say: 'rows', id, rows: portion });
          }
        }
        return;
      case 'removeConversions':
        return engine.removeConversions(call.website, call.choice);
      case 'findTransactions':
        return engine.findTransactions(call.website, call.choice);
      case 'removePayments':
        return engine.removePayments(call.website, call.choice, call.lastSeq);
      case 'removeWebsite':
        return engine.removeWebsite(call.website);
      case 'removePerson':
        return engine.removePerson(call.website, call.person);
      case 'removeOldest':
        return engine.removeOldest(call.workspaceId, call.edge);
      case 'rewrite':
        return engine.rewrite();
      case 'rebuild':
        return engine.rebuild((done, of) => say({ say: 'progress', id, done, of }));
      case 'isReachable':
        return engine.isReachable();
    }
  }

  return {
    take(message) {
      if (message.say === 'cancel') underWay.get(message.id)?.cancel.abort();
      else if (message.say === 'more') underWay.get(message.id)?.room.give();
      else {
        const { id, call } = message;
        const cancel = new AbortController();
        const room = createRoom(cancel.signal);
        const entry: UnderWay = { cancel, room, ended: Promise.resolve() };
        underWay.set(id, entry);
        entry.ended = answer(id, call, cancel, room);
      }
    },
    async close() {
      const all = [...underWay.values()];
      for (const { cancel } of all) cancel.abort();
      await Promise.all([...all.map(({ ended }) => ended), beside?.close()]);
      await held?.close();
    },
  };
}

/** The server does nothing else while it reads a message, so large results are cut. */
const rowsAPortion = 512;

/** After these errors the engine refuses everything until its file is opened again. */
export function isFatal(error: unknown): boolean {
  const own = messageOf(error);
  const below = error instanceof Error ? messageOf(error.cause) : '';
  return /FATAL Error|has been invalidated/.test(`${own} ${below}`);
}

/** Flow control: how many portions may be sent before the reader has taken one. */
type Room = { take(): Promise<void>; give(): void };

function createRoom(signal: AbortSignal): Room {
  let places = portionsAhead;
  let goOn: () => void = () => undefined;
  signal.addEventListener('abort', () => goOn());
  return {
    async take() {
      if (places === 0 && !signal.aborted) {
        await new Promise<void>((resolve) => {
          goOn = resolve;
        });
      }
      if (signal.aborted) throw new QueryCancelled();
      places -= 1;
    },
    give() {
      places += 1;
      goOn();
    },
  };
}
