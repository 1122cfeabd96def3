/**
 * What else lives in the engine's process, beside the engine. The process carries its words and knows nothing of them;
 * everything said can be cloned from one process to another.
 */
import type { AnalyticsEngine } from '../../analytics-engine.ts';

/** In the engine's process. */
export type Beside = {
  take(message: unknown): void;
  answer(request: unknown): Promise<unknown>;
  /** Before the engine is closed. */
  close(): Promise<void>;
};

/** `engine` is undefined in a process that holds none. */
export type OpenBeside = (
  settings: unknown,
  engine: Pick<AnalyticsEngine, 'store'> | undefined,
  tell: (message: unknown) => void,
) => Promise<Beside>;

/** In the server. */
export type BesideOptions = { settings: unknown; onTold(message: unknown): void };

export type BesidePort = {
  /** Lost while the process is away. */
  tell(message: unknown): void;
  /** Rejects while the process is away, and when it ends before it answers. */
  ask(request: unknown): Promise<unknown>;
};
