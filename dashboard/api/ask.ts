/**
 * What the dashboard asks the server: typed requests of /app and of reports. What lives here: addresses, shapes,
 * errors as they are shown. What must not: anything that is drawn, or a number that is computed.
 */

import { checkConnection } from './connection.ts';

/** An error of the server, or none reached it: then `status` is 0. */
export class Failure extends Error {
  readonly code: string;
  readonly status: number;
  readonly details: Record<string, unknown>;

  constructor(status: number, code: string, message: string, details: Record<string, unknown> = {}) {
    super(message);
    this.name = 'Failure';
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** Somebody may have been signed out, or their link may have ended: the state says whether. */
export const signedOutEvent = 'footfall:signed-out';
const codesOfTheEnd = [
  'not_signed_in',
  'invalid_share_link',
  'share_link_expired',
  'share_password_required',
];

export type Asking = {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  body?: unknown;
  signal?: AbortSignal;
};

/** The JSON of an answer; throws a Failure otherwise. */
export async function ask<Answer>(
  path: string,
  { method = 'GET', body, signal }: Asking = {},
): Promise<Answer> {
  const response = await send(path, {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  });
  const text = await response.text();
  const answer = parseJson(text);
  if (response.ok) return answer as Answer;
  if (response.status >= 502 && response.status <= 504) void checkConnection();
  const failure = buildFailure(response.status, answer);
  if (codesOfTheEnd.includes(failure.code)) window.dispatchEvent(new Event(signedOutEvent));
  throw failure;
}

async function send(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { credentials: 'same-origin', ...init });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    void checkConnection();
    throw new Failure(0, 'unreachable', 'The server cannot be reached. Check your connection and try again.');
  }
}

function parseJson(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function buildFailure(status: number, answer: unknown): Failure {
  const error = (answer as { error?: Partial<Failure> } | undefined)?.error;
  return new Failure(
    status,
    error?.code ?? 'unexpected_answer',
    error?.message ?? `The server answered with status ${status}. Try again shortly.`,
    error?.details ?? {},
  );
}

export function messageOf(error: unknown): string {
  // What any other error says is for programmers.
  return error instanceof Failure ? error.message : 'Something unexpected happened. Try again.';
}
