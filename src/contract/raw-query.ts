import type { AppErrorCode } from './app-errors.ts';
import { ApiError, type ErrorCode } from './errors.ts';

/** The query as the server parsed it: a repeated parameter is an array. */
export type RawQuery = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The one value of a parameter that may not be repeated; an empty one counts as absent. */
export function findSingle(
  query: RawQuery,
  name: string,
  code: ErrorCode | AppErrorCode,
): string | undefined {
  const value = query[name];
  if (Array.isArray(value)) throw new ApiError(code);
  return value === '' ? undefined : (value as string | undefined);
}

export function parseWholeNumber(text: string, code: ErrorCode): number {
  const value = /^\d+$/.test(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : 0;
  if (value < 1) throw new ApiError(code);
  return value;
}

/** A comma inside a value is written `\,`; any other backslash stands for itself. */
export function splitList(text: string): string[] {
  return text.split(/(?<!\\),/).map((value) => value.replaceAll('\\,', ','));
}
