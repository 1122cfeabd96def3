import { EngineUnavailable, PatternRefused, QueryCancelled, RowRefused } from '../engine-errors.ts';

/** How the engine's messages begin; it has no numbers for its errors. */
const ofValues = /^(Conversion|Out of Range|Constraint|Invalid Input|Invalid) Error/;
const passing = /^(Out of Memory|IO|Connection|TransactionContext|FATAL|Permission) Error/;
const cancelled = /^INTERRUPT Error/;
/** What is wrong with the statement itself, or with the tables: to wait does not help. */
const ofStatements = /^(Catalog|Binder|Parser) Error/;

/** Of a question: its values are patterns that were sent by a reader, all else in it is ours. */
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
