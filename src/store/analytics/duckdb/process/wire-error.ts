/** Errors on their way from one process to another, where they would lose their class. */
import { EngineUnavailable, PatternRefused, QueryCancelled, RowRefused } from '../../engine-errors.ts';
import { EngineFileError, type FileTrouble } from '../engine-file-error.ts';

export type WireError =
  | { type: 'unavailable' | 'row-refused' | 'pattern-refused' | 'other'; message: string }
  | { type: 'cancelled' }
  | { type: 'file'; kind: FileTrouble; path: string; ownWords: string };

export function buildWireError(error: unknown): WireError {
  if (error instanceof QueryCancelled) return { type: 'cancelled' };
  if (error instanceof EngineFileError) {
    const { kind, path, ownWords } = error;
    return { type: 'file', kind, path, ownWords };
  }
  if (error instanceof EngineUnavailable) return { type: 'unavailable', message: messageOf(error.cause) };
  if (error instanceof RowRefused) return { type: 'row-refused', message: error.message };
  if (error instanceof PatternRefused) return { type: 'pattern-refused', message: error.message };
  return { type: 'other', message: messageOf(error) };
}

export function readWireError(error: WireError): Error {
  switch (error.type) {
    case 'cancelled':
      return new QueryCancelled();
    case 'file':
      return new EngineFileError(error.kind, error.path, error.ownWords);
    case 'unavailable':
      return new EngineUnavailable(error.message);
    case 'row-refused':
      return new RowRefused(error.message);
    case 'pattern-refused':
      return new PatternRefused(error.message);
    case 'other':
      return new Error(error.message);
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
