import { ClickHouseError } from '@clickhouse/client';

/** The engine is away, busy or out of its bounds: the same call can succeed later. */
export class EngineUnavailable extends Error {
  constructor(cause: unknown) {
    super(`The analytics engine did not answer: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
    this.name = 'EngineUnavailable';
  }
}

/** The statement needs more memory than it may take: another one for the same may need less. */
export class MemoryExceeded extends EngineUnavailable {}

/** Whoever asked went away before the answer came. */
export class QueryCancelled extends Error {
  constructor() {
    super('The query was cancelled: nobody waits for its answer any more.');
    this.name = 'QueryCancelled';
  }
}

/** The engine cannot read a row of the insert, and never will. */
export class RowRefused extends Error {}

/** The engine understood the pattern of a filter and refuses it. */
export class PatternRefused extends Error {}

/** The statement itself found, by `throwIf`, that it cannot be answered. */
export class AnswerRefused extends Error {}

/** A table that the statement names is not there. */
export class TableMissing extends Error {}

/** The engine's own numbers for what passes: a node that is away, a limit that was reached, a disk that is full. */
const passing = {
  ATTEMPT_TO_READ_AFTER_EOF: '32',
  UNKNOWN_PACKET_FROM_SERVER: '100',
  UNEXPECTED_PACKET_FROM_SERVER: '102',
  TIMEOUT_EXCEEDED: '159',
  TOO_SLOW: '160',
  CANNOT_ALLOCATE_MEMORY: '173',
  DNS_ERROR: '198',
  TOO_MANY_SIMULTANEOUS_QUERIES: '202',
  SOCKET_TIMEOUT: '209',
  NETWORK_ERROR: '210',
  ABORTED: '236',
  MEMORY_LIMIT_EXCEEDED: '241',
  TABLE_IS_READ_ONLY: '242',
  NOT_ENOUGH_SPACE: '243',
  TOO_MANY_PARTS: '252',
  ALL_CONNECTION_TRIES_FAILED: '279',
  QUERY_WAS_CANCELLED: '394',
  CANNOT_SCHEDULE_TASK: '439',
  NO_REMOTE_SHARD_AVAILABLE: '519',
  QUERY_WAS_CANCELLED_BY_CLIENT: '735',
};

/** What it says of a row that it cannot read. */
const ofRows = {
  CANNOT_PARSE_TEXT: '6',
  CANNOT_PARSE_ESCAPE_SEQUENCE: '25',
  CANNOT_PARSE_QUOTED_STRING: '26',
  CANNOT_PARSE_INPUT_ASSERTION_FAILED: '27',
  CANNOT_PARSE_DATE: '38',
  CANNOT_PARSE_DATETIME: '41',
  CANNOT_PARSE_NUMBER: '72',
  TYPE_MISMATCH: '53',
  ARGUMENT_OUT_OF_BOUND: '69',
  CANNOT_CONVERT_TYPE: '70',
  INCORRECT_DATA: '117',
  TOO_LARGE_STRING_SIZE: '131',
  VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE: '321',
  DECIMAL_OVERFLOW: '407',
  UNKNOWN_ELEMENT_OF_ENUM: '691',
};

const passingCodes = new Set(Object.values(passing));
const rowCodes = new Set(Object.values(ofRows));
const cannotCompileRegexp = '427';
const thrownByStatement = '395';
const unknownTable = '60';

export async function translateErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ClickHouseError)) throw new EngineUnavailable(error);
    if (error.code === cannotCompileRegexp) throw new PatternRefused(error.message, { cause: error });
    if (error.code === thrownByStatement) throw new AnswerRefused(error.message, { cause: error });
    if (error.code === unknownTable) throw new TableMissing(error.message, { cause: error });
    if (error.code === passing.MEMORY_LIMIT_EXCEEDED) throw new MemoryExceeded(error);
    if (passingCodes.has(error.code)) throw new EngineUnavailable(error);
    if (rowCodes.has(error.code)) throw new RowRefused(error.message, { cause: error });
    throw error;
  }
}

/** What keeps the engine from making a table, and not from answering questions: no space, or too large a table. */
const ofTables = new Set([
  passing.NOT_ENOUGH_SPACE,
  passing.TABLE_IS_READ_ONLY,
  passing.MEMORY_LIMIT_EXCEEDED,
]);

/** Whether a table could not be made, but what it was wanted for may still be answered without it. */
export function concernsTableAlone(error: unknown): boolean {
  if (error instanceof AnswerRefused || error instanceof QueryCancelled) return false;
  if (!(error instanceof EngineUnavailable)) return true;
  return error.cause instanceof ClickHouseError && ofTables.has(error.cause.code);
}
