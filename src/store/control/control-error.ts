export type ControlErrorCode =
  | 'nul_in_text'
  | 'database_unreachable'
  | 'database_busy'
  | 'invalid_value'
  | 'unusable_domain'
  | 'unknown_workspace'
  | 'unknown_key'
  | 'unknown_user'
  | 'duplicate_member';

/** What the control plane refuses. The message is one sentence for the operator and holds no secret. */
export class ControlError extends Error {
  readonly code: ControlErrorCode;

  constructor(code: ControlErrorCode, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'ControlError';
    this.code = code;
  }
}

/** SQLite cuts a bound string at NUL and PostgreSQL rejects it, so both refuse it the same way here. */
export function refuseNul(parameters: readonly unknown[]): void {
  for (const parameter of parameters) {
    if (typeof parameter === 'string' && parameter.includes('\0')) {
      throw new ControlError('nul_in_text', 'A text with a NUL character cannot be stored or looked up.');
    }
  }
}

const postgresUniqueViolation = '23505';
/** The driver gives SQLite's own number only for some calls; its message is the same for all. */
const sqliteUniqueViolation = /^UNIQUE constraint failed/;

export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return (
    code === postgresUniqueViolation ||
    (code === 'ERR_SQLITE_ERROR' && sqliteUniqueViolation.test(error.message))
  );
}

const postgresConflicts: readonly unknown[] = ['40P01', '40001'];
const sqliteBusy = 5;

/** A temporary failure: others held all connections, or the lock that it needs, for too long. */
export function isBusy(error: unknown): boolean {
  if (error instanceof ControlError) return error.code === 'database_busy';
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  return postgresConflicts.includes(code) || (code === 'ERR_SQLITE_ERROR' && errcode === sqliteBusy);
}

const postgresForeignKeyViolation = '23503';
const writtenWithoutParent = /^insert or update on table/;
const sqliteForeignKeyViolation = /^FOREIGN KEY constraint failed/;

/** The parent row existed when it was looked up, and was deleted before the insert. */
export function lacksParent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return (
    (code === postgresForeignKeyViolation && writtenWithoutParent.test(error.message)) ||
    (code === 'ERR_SQLITE_ERROR' && sqliteForeignKeyViolation.test(error.message))
  );
}
