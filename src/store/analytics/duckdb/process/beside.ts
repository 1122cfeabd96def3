/**
 * A service that runs in the engine's process, beside the engine. The process passes its messages on without knowing
 * them; all messages can be cloned between processes.
 */
import type { AnalyticsEngine } from '../../analytics-engine.ts';

/** In the engine's process. */
export type Beside = {
  take(message: unknown): void;
  answer(request: unknown): Promise<unknown>;
  /** Called before the engine is closed. */
  close(): Promise<void>;
};

/** `engine` is undefined in a process that holds none. */
export type OpenBeside = (
  settings: unknown,
  engine: Pick<AnalyticsEngine, 'store'> | undefined,
  tell: (message: unknown) => void,
) => Promise<Beside>;

/** In the server. */
export type BesideOptions = {
  settings: unknown;
  /** The service speaks to the same servers as we do, so it trusts the same certificates. */
  authoritiesFile?: string | undefined;
  onTold(message: unknown): void;
};

export type BesidePort = {
  /** Messages are lost while the process is away. */
  tell(message: unknown): void;
  /** Rejects while the process is away, and when it ends before it answers. */
  ask(request: unknown): Promise<unknown>;
};
