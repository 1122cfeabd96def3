/**
 * Aborts the work when it takes longer, or when `signal` is aborted. It has a timer of its own, because one that is
 * part of `AbortSignal.any` may never fire on Node 20 (nodejs/node 57736).
 */
export async function withDeadline<Result>(
  ms: number,
  work: (signal: AbortSignal) => Promise<Result>,
  cancelled?: AbortSignal,
): Promise<Result> {
  const abort = new AbortController();
  const leave = () => abort.abort();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    abort.abort();
  }, ms);
  cancelled?.addEventListener('abort', leave);
  if (cancelled?.aborted) leave();
  try {
    return await work(abort.signal);
  } catch (error) {
    throw isLate ? new Error(`no answer within ${ms / 1000} seconds`, { cause: error }) : error;
  } finally {
    clearTimeout(timer);
    cancelled?.removeEventListener('abort', leave);
  }
}
