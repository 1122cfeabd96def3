/**
 * Limits around an engine, the same for each: how many reports run at once, how long each may take, and single-flight
 * for identical questions.
 */
import type { AnalyticsEngine, Answer, Row, SharedEngine, TenantQueryOptions } from './analytics-engine.ts';
import { EngineUnavailable } from './engine-errors.ts';
import { createSemaphore, shareOf } from './semaphore.ts';
import { createSingleFlight } from './single-flight.ts';
import { type DialectName, renderSql, type Sql } from './sql.ts';

export type EngineBounds = {
  /** Of the engine: two questions are identical when their rendered SQL is. */
  dialect: DialectName;
  /** For all workspaces together, and as many exports beside them; one workspace gets a part of that (`shareOf`). */
  reportsAtOnce: number;
  /** For waiting for a place, and again for the answer. */
  reportTimeoutMs: number;
};

export type BoundedEngine = SharedEngine & {
  /** Another process stored something, so answers under way are not shared with later questions. */
  noteChange(): void;
};

const neverAborted = new AbortController().signal;

export function boundEngine(engine: AnalyticsEngine, bounds: EngineBounds): BoundedEngine {
  const { reportsAtOnce, reportTimeoutMs } = bounds;
  const places = { places: reportsAtOnce, placesEach: shareOf(reportsAtOnce), waitMs: reportTimeoutMs };
  const reports = createSemaphore(places);
  const streams = createSemaphore(places);
  const underWay = createSingleFlight<Answer>();

  async function answer(question: Sql, { workspaceId, signal }: TenantQueryOptions): Promise<Answer> {
    const leave = await reports.enter(workspaceId, signal);
    return withinTime(reportTimeoutMs, signal, async (limited) => {
      try {
        return await engine.query(question, { signal: limited });
      } finally {
        // The place is free when the engine is done with the question, which may be after its reader got an error.
        leave();
      }
    });
  }

  async function* stream(question: Sql, options: TenantQueryOptions): AsyncGenerator<readonly Row[]> {
    const leave = await streams.enter(options.workspaceId, options.signal);
    try {
      yield* engine.stream(question, options);
    } finally {
      leave();
    }
  }

  /** Questions from now on see the change, whether it succeeded or its outcome is unknown. */
  async function change<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } finally {
      underWay.invalidate();
    }
  }

  return {
    ...engine,
    noteChange: underWay.invalidate,
    openSources: (tenant, { signal = neverAborted } = {}) =>
      withinTime(reportTimeoutMs, signal, (limited) => engine.openSources(tenant, { signal: limited })),
    query: (question, { workspaceId, signal }) =>
      underWay.ask(
        `${workspaceId} ${buildKey(question, bounds.dialect)}`,
        (own) => answer(question, { workspaceId, signal: own }),
        signal,
      ),
    stream,
    store: (batch) => change(() => engine.store(batch)),
    removeConversions: (website, choice) => change(() => engine.removeConversions(website, choice)),
    removePayments: (website, choice, lastSeq) =>
      change(() => engine.removePayments(website, choice, lastSeq)),
    removeWebsite: (website) => change(() => engine.removeWebsite(website)),
    removePerson: (website, person) => change(() => engine.removePerson(website, person)),
    removeOldest: (workspaceId, edge) => change(() => engine.removeOldest(workspaceId, edge)),
  };
}

function buildKey(question: Sql, name: DialectName): string {
  const { text, parameters } = renderSql(question, { name, writeParameter: (parameter) => `$${parameter}` });
  return `${text} ${JSON.stringify(parameters)}`;
}

/**
 * Aborts the work when `signal` is aborted or its time is up, and then rejects at once. It has a timer of its own,
 * because those of `AbortSignal.any` and `AbortSignal.timeout` may never fire on Node 20 (nodejs/node 57736).
 */
function withinTime<Result>(
  milliseconds: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const limited = new AbortController();
  const abort = () => limited.abort();
  return new Promise<Result>((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new EngineUnavailable(`the report took more than ${milliseconds} ms`));
      abort();
    }, milliseconds);
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
    work(limited.signal)
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
      });
  });
}
