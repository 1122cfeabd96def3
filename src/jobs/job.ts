/**
 * Work that comes again. What lives here: when it is due, who of several servers does it, how it went. What must not:
 * what the work is.
 */
export type Job = {
  name: string;
  everyMs: number;
  /** When it is due after a run at this moment, if not simply `everyMs` later. */
  findNext?(now: number): number;
  run(running: Running): Promise<void>;
};

export type Running = {
  /** Aborted when the server stops, or when its lease expired and another server took the job. */
  signal: AbortSignal;
};
