import { ClickHouseError } from '@clickhouse/client';
import { EngineUnavailable, PatternRefused, RowRefused } from '../engine-errors.ts';

/** Codes of the engine's temporary errors: a node that is away, a limit that was reached, a full disk. */
const passing = {
  ATTEMPT_TO_READ_AFTER_EOF: '32',
  UNKNOWN_PACKET_FROM_SERVER: '100',
  // Of one node to another.
  UNEXPECTED_PACKET_FROM_CLIENT: '101',
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
  // Of a question in several calls: the node was started anew in between.
  SESSION_NOT_FOUND: '372',
  QUERY_WAS_CANCELLED: '394',
  CANNOT_SCHEDULE_TASK: '439',
  NO_REMOTE_SHARD_AVAILABLE: '519',
  QUERY_WAS_CANCELLED_BY_CLIENT: '735',
};

/** Codes for a row that it cannot read. */
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

export async function translateErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw translateError(error);
  }
}

/** An error without a code of the server means that it cannot be reached. */
export function translateError(error: unknown): unknown {
  if (!(error instanceof ClickHouseError)) return new EngineUnavailable(error);
  if (error.code === cannotCompileRegexp) return new PatternRefused(error.message, { cause: error });
  if (passingCodes.has(error.code)) return new EngineUnavailable(error);
  if (rowCodes.has(error.code)) return new RowRefused(error.message, { cause: error });
  return error;
}
