/** How an engine fails. Each engine translates its own errors into these. */

/** The engine is away, busy or out of its bounds: the same call can succeed later. */
export class EngineUnavailable extends Error {
  constructor(cause: unknown) {
    super(`The analytics engine did not answer: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
    this.name = 'EngineUnavailable';
  }
}

/** Whoever asked went away before the answer came. */
export class QueryCancelled extends Error {
  constructor() {
    super('The query was cancelled: nobody waits for its answer any more.');
    this.name = 'QueryCancelled';
  }
}

/** The engine cannot read a row of a batch, and never will. */
export class RowRefused extends Error {}

/** The engine does not understand the pattern of a filter. */
export class PatternRefused extends Error {}
