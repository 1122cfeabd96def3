import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError, type ErrorCode } from '../contract/errors.ts';
import { buildBareError } from './answers.ts';
import { buildSafetyHeaders } from './safety-headers.ts';

const codes: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** For a client that reads the answer; one that goes on sending is not waited for. */
const lingerMs = 1_000;

/** What is no HTTP request, or one that does not end in time, reaches no hook: it is answered on the wire. */
export function answerUnreadable(
  error: Error & { code?: string },
  socket: Socket,
  publicUrl: string | undefined,
): void {
  // One that never asked would take the answer for that to the request it is about to send.
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
  // Node leaves the half of the connection open that the client has to close.
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

/** Another answer would end up in the midst of the one under way. Node has no public name for that one. */
function isAnswering(socket: Socket & { _httpMessage?: ServerResponse | null }): boolean {
  return socket._httpMessage?.headersSent ?? false;
}
