/** The messages between the server and the engine's process. All of them can be cloned between processes. */
import type {
  Choice,
  RecordBatch,
  RecordedPerson,
  RetentionEdge,
  WebsiteOfTenant,
} from '../../analytics-engine.ts';
import type { RenderedSql } from '../../sql.ts';
import type { LocalEngine, LocalEngineOptions } from '../local-engine.ts';
import type { RowsByColumn } from '../rows-by-column.ts';
import type { WireError } from './wire-error.ts';

export type Call =
  | { method: 'store'; batch: RecordBatch }
  | { method: 'ask'; question: RenderedSql }
  | { method: 'stream'; question: RenderedSql }
  | { method: 'removeConversions'; website: WebsiteOfTenant; choice: Choice }
  | { method: 'findTransactions'; website: WebsiteOfTenant; choice: Choice }
  | { method: 'removePayments'; website: WebsiteOfTenant; choice: Choice; lastSeq: number }
  | { method: 'removeWebsite'; website: WebsiteOfTenant }
  | { method: 'removePerson'; website: WebsiteOfTenant; person: RecordedPerson }
  | { method: 'removeOldest'; workspaceId: string; edge: RetentionEdge }
  | { method: 'rewrite' }
  | { method: 'rebuild' }
  | { method: 'isReachable' }
  /** Answered by the service beside the engine. */
  | { method: 'beside'; request: unknown };

/** Calls that are answered once, most by the engine's method of that name; `stream` is answered with rows, and nothing after them. */
export type Method = Exclude<Call['method'], 'stream'>;
export type Result<Name extends Method> = Name extends keyof LocalEngine
  ? Awaited<ReturnType<LocalEngine[Name]>>
  : unknown;

/** Of the engine in the process. */
export type HeldEngineOptions = LocalEngineOptions & {
  /**
   * How long to wait for a file that is in use. The engine of a server that was killed ends a moment after it; a caller
   * that holds the lock of the data directory can wait for that engine.
   */
  waitForPredecessorMs: number;
};

export type OpenOptions = {
  engine: HeldEngineOptions | undefined;
  /** Settings of the service beside it. */
  beside: unknown;
};

export type ToEngine =
  | { say: 'open'; options: OpenOptions }
  | { say: 'call'; id: number; call: Call }
  /** Nobody waits for the answer any more. */
  | { say: 'cancel'; id: number }
  /** Some of the rows of a stream were taken: more may be sent. */
  | { say: 'more'; id: number }
  /** To the service beside the engine, and from it. */
  | { say: 'tell'; message: unknown }
  | { say: 'stop' };

export type FromEngine =
  | { say: 'ready' }
  | { say: 'failed'; error: WireError }
  | { say: 'tell'; message: unknown }
  | { say: 'rows'; id: number; rows: RowsByColumn }
  | { say: 'progress'; id: number; done: number; of: number }
  | { say: 'result'; id: number; result?: Result<Method> | undefined }
  | { say: 'error'; id: number; error: WireError };

/** Portions of a stream that may be sent before the reader has taken the first: the window of its flow control. */
export const portionsAhead = 4;
