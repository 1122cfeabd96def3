import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError, type ErrorCode } from '../contract/errors.ts';
import { buildBareError } from './answers.ts';
import { buildSafetyHeaders } from './safety-headers.ts';

const codes: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** Time for the client to read the answer; a client that goes on sending is cut off then. */
const lingerMs = 1_000;

/**
 * What is no HTTP request, or one that does not end in time, reaches no hook of Fastify, so it is answered on the
 * socket.
 */
export function answerUnreadable(
  error: Error & { code?: string },
  socket: Socket,
  publicUrl: string | undefined,
): void {
  // A client that has sent nothing yet would take this for the answer to its first request.
  if (socket.bytesRead === 0 || !socket.writable || isAnswering(socket)) {
    socket.destroy();
    return;
  }
  const refusal = new ApiError(codes[error.code ?? ''] ?? 'invalid_url');
  const body = JSON.stringify(buildBareError(refusal));
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
    ...buildSafetyHeaders('http', publicUrl),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('')}\r\n${body}`);
  // Node leaves the client's half of the connection open.
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

/** A second answer would end up in the middle of the one under way. Node has no public name for that one. */
function isAnswering(socket: Socket & { _httpMessage?: ServerResponse | null }): boolean {
  return socket._httpMessage?.headersSent ?? false;
}
