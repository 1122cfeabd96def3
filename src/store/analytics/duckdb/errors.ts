import { EngineUnavailable, PatternRefused, QueryCancelled, RowRefused } from '../engine-errors.ts';

/** How the engine's messages begin; its errors have no codes. */
const ofValues = /^(Conversion|Out of Range|Constraint|Invalid Input|Invalid) Error/;
const passing = /^(Out of Memory|IO|Connection|TransactionContext|FATAL|Permission) Error/;
const cancelled = /^INTERRUPT Error/;
/** Errors in the statement itself or in the tables: retrying does not help. */
const ofStatements = /^(Catalog|Binder|Parser) Error/;

/** Of a question: the only values in it that a reader sent are patterns, so an error in a value is one of those. */
export function translateQueryError(error: unknown): Error {
  const message = messageOf(error);
  if (cancelled.test(message)) return new QueryCancelled();
  if (passing.test(message)) return new EngineUnavailable(error);
  if (/^Invalid Input Error/.test(message)) return new PatternRefused(message, { cause: error });
  return error instanceof Error ? error : new Error(message);
}

/** Of a change: its values are records. */
export function translateChangeError(error: unknown): Error {
  const message = messageOf(error);
  if (ofValues.test(message)) return new RowRefused(message, { cause: error });
  if (ofStatements.test(message)) return error instanceof Error ? error : new Error(message);
  return new EngineUnavailable(error);
}

export function isOutOfMemory(error: unknown): boolean {
  return messageOf(error).startsWith('Out of Memory Error');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
