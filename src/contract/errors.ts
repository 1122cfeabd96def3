import { type AppErrorCode, appErrorTable } from './app-errors.ts';

/**
 * Every error the API can answer, in one table: the code, its HTTP status and what it tells a person.
 * `message` may change; clients branch on the status and the code.
 */
export const errorTable = {
  missing_authorization: {
    status: 401,
    message: 'Send the header "Authorization: Bearer <API key>".',
  },
  not_authenticated: {
    status: 401,
    message: 'Send the header "Authorization: Bearer <API key>".',
  },
  invalid_authorization_format: {
    status: 401,
    message: 'The Authorization header must be the word Bearer, one space and the API key.',
  },
  invalid_api_key: { status: 401, message: 'This API key is not known. Check that it was copied whole.' },
  api_key_revoked: { status: 401, message: 'This API key was revoked. Create a new one in the settings.' },
  api_key_expired: { status: 401, message: 'This API key has expired. Create a new one in the settings.' },
  insufficient_scope: { status: 403, message: 'This API key lacks the scope that the call needs.' },
  rate_limit_exceeded: {
    status: 429,
    message: 'Too many requests in this window. Wait for the seconds given in Retry-After.',
  },
  invalid_json: { status: 400, message: 'The request body is not valid JSON.' },
  unsupported_media_type: {
    status: 415,
    message: 'Send the body as JSON with "Content-Type: application/json".',
  },
  payload_too_large: {
    status: 413,
    message: 'The request body is larger than 1 MiB, or than 16 KiB on /collect.',
  },
  headers_too_large: { status: 431, message: 'The address and the headers of the request are over 16 kB.' },
  invalid_host: { status: 400, message: 'Send the Host header once.' },
  request_timeout: {
    status: 408,
    message: 'The request did not arrive whole in time. Send it again, head and body without a pause.',
  },
  invalid_url: { status: 400, message: 'The address of the request is malformed or too long.' },
  method_not_allowed: { status: 405, message: 'This path does not take this method; see the Allow header.' },
  not_found: { status: 404, message: 'There is nothing at this address in your workspace.' },

  website_id_required: { status: 400, message: 'Pass website_id, the public ID of the website (ff_…).' },
  forbidden: { status: 403, message: 'This website is not in the workspace of the API key.' },
  from_date_and_to_date_required: {
    status: 400,
    message: 'Pass from_date and to_date as YYYY-MM-DD; both days are included.',
  },
  unsupported_filter: { status: 400, message: 'This filter cannot be applied; see details.supported.' },
  invalid_filter: { status: 400, message: 'The value of a filter cannot be used; see details.reason.' },
  invalid_metric: { status: 400, message: 'This metric does not exist; see details.supported.' },
  invalid_pipe: { status: 400, message: 'There is no report of this name; see details.supported.' },
  invalid_website_id: { status: 400, message: 'Pass website_id once, as one value.' },
  invalid_from_date: { status: 400, message: 'from_date must be one calendar day written YYYY-MM-DD.' },
  invalid_to_date: {
    status: 400,
    message: 'to_date must be one calendar day written YYYY-MM-DD, not before from_date.',
  },
  invalid_from: { status: 400, message: 'from must be one calendar day written YYYY-MM-DD.' },
  invalid_to: { status: 400, message: 'to must be one calendar day written YYYY-MM-DD, not before from.' },
  invalid_limit: { status: 400, message: 'limit must be one whole number of at least 1.' },
  invalid_cursor: { status: 400, message: 'Pass cursor once, as given in pagination.next_cursor.' },
  invalid_mode: { status: 400, message: 'This mode does not exist; see details.supported.' },
  invalid_granularity: {
    status: 400,
    message: 'This granularity does not exist (see details.supported), or gives more than 10,000 buckets.',
  },
  invalid_lookback_days: { status: 400, message: 'lookback_days must be one whole number from 1 to 36,525.' },
  invalid_tz: { status: 400, message: 'tz must be one IANA time zone, such as Europe/Berlin.' },
  steps_required: {
    status: 400,
    message: 'Pass steps: 2 to 10 of page:/path and goal:name, separated by commas.',
  },
  invalid_steps: {
    status: 400,
    message: 'steps must be 2 to 10 of page:/path and goal:name, separated by commas; see details.reason.',
  },
  invalid_window_hours: { status: 400, message: 'window_hours must be one whole number from 1 to 8,760.' },
  invalid_model: { status: 400, message: 'This model does not exist; see details.supported.' },
  invalid_currency: { status: 400, message: 'currency must be one ISO code of three letters, such as EUR.' },
  invalid_format: { status: 400, message: 'format must be json or csv, given once.' },
  visitor_id_required: { status: 400, message: 'Pass visitor_id, the ID of the visitor.' },
  invalid_visitor: { status: 400, message: 'The visitor ID is blank, or given more than once.' },
  invalid_goal: { status: 400, message: 'The goal name in the path is blank.' },
  invalid_id: { status: 400, message: 'The ID in the path is blank.' },

  invalid_body: { status: 400, message: 'The body has missing or invalid fields; see details.' },
  invalid_idempotency_key: { status: 400, message: 'Idempotency-Key must have 1 to 255 characters.' },
  invalid_website: { status: 400, message: "Pass website_id, the website's id (a UUID, not the ff_… ID)." },
  empty_patch: { status: 400, message: 'Give at least one of the fields that can be changed.' },
  duplicate_name: { status: 409, message: 'A segment of this name exists on the website already.' },
  filter_required: {
    status: 400,
    message: 'Say what to delete: pass at least one narrowing parameter beside website_id.',
  },
  invalid_goal_name: { status: 400, message: 'Pass goal_name once, as one value.' },
  invalid_visitor_id: { status: 400, message: 'Pass visitor_id once, as one value.' },
  person_required: {
    status: 400,
    message: 'Say who: pass visitor_id or external_id, one of the two and not blank.',
  },
  invalid_transaction_id: { status: 400, message: 'Pass transaction_id once, as one value.' },

  ingest_unavailable: {
    status: 503,
    message: 'Records cannot be stored at the moment. Nothing was recorded; try again shortly.',
  },
  identify_unavailable: {
    status: 503,
    message: 'Identities cannot be stored at the moment. Nothing was recorded; try again shortly.',
  },
  upstream_unavailable: { status: 503, message: 'Reports are unavailable at the moment. Try again shortly.' },
  service_unavailable: {
    status: 503,
    message:
      'More is asked of the server than it can do at the moment. Wait for the seconds given in Retry-After.',
  },
  analytics_error: { status: 500, message: 'The report failed unexpectedly. Try again shortly.' },
  internal_error: { status: 500, message: 'Something failed on our side. Try again shortly.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorTable;

export type ErrorDetails = Record<string, unknown>;

const allErrors = { ...errorTable, ...appErrorTable };

/** An error meant for the caller. `cause` is for our log only and never leaves the process. */
export class ApiError extends Error {
  readonly code: ErrorCode | AppErrorCode;
  readonly status: number;
  readonly details: ErrorDetails | undefined;

  constructor(
    code: ErrorCode | AppErrorCode,
    options: { message?: string; details?: ErrorDetails; cause?: unknown } = {},
  ) {
    super(options.message ?? allErrors[code].message, { cause: options.cause });
    this.name = 'ApiError';
    this.code = code;
    this.status = allErrors[code].status;
    this.details = options.details;
  }
}
