/** Sends a request as it is, as no well-behaved client would. */
import { Agent, type IncomingMessage, request as openRequest } from 'node:http';
import type { FuzzRequest } from './requests.ts';
import type { Ids, World } from './world.ts';

export type Answer = { status: number; headers: IncomingMessage['headers']; text: string };

const patienceMs = 120_000;
export const agent = new Agent({ keepAlive: true, maxSockets: 32 });

/** A request as it leaves: with the ids of a world, and whatever opens the door. */
export type Sent = { method: string; url: string; headers: Record<string, string>; body: string | undefined };

export function fillIn(request: FuzzRequest, world: World, origin: string): Sent {
  const fill = (text: string) =>
    text.replaceAll(/\{\{(own|foreign)\.(\w+)\}\}/g, (_, whose: 'own' | 'foreign', name: keyof Ids) =>
      String(world[whose][name]),
    );
  const { target, method, person, headers } = request;
  const cookie = world.cookies[person];
  return {
    method,
    url: fill(request.url),
    headers: {
      ...(target.door === 'key' && person !== 'nobody' && { authorization: `Bearer ${world.key}` }),
      ...(target.door === 'sign-in' && cookie !== '' && { cookie }),
      ...(method !== 'GET' && { origin }),
      ...headers,
    },
    body: request.body === undefined ? undefined : fill(request.body),
  };
}

/** Undefined where the server ended the connection while it was still being sent to. */
export async function send(origin: string, sent: Sent): Promise<Answer | undefined> {
  const { hostname, port } = new URL(origin);
  return await new Promise((resolve, reject) => {
    const headers = { ...sent.headers };
    if (sent.body !== undefined) headers['content-length'] = String(Buffer.byteLength(sent.body));
    const request = openRequest(
      { agent, hostname, port, method: sent.method, path: sent.url, headers, timeout: patienceMs },
      (response) => {
        readAnswer(response).then(resolve, reject);
      },
    );
    request.on('timeout', () => request.destroy(new Error(`No answer within ${patienceMs} ms.`)));
    request.on('error', (error: NodeJS.ErrnoException) => {
      const isCutOff = error.code === 'ECONNRESET' || error.code === 'EPIPE';
      const isUnread = isCutOff && (sent.body?.length ?? 0) > mostUnreadBytes;
      // Of a head that is too long nobody has read that it asks for no body.
      const hasBody = error.code === 'HPE_CLOSED_CONNECTION' && sent.method === 'HEAD';
      if (isUnread || (hasBody && sent.url.length > mostUnreadBytes)) resolve(undefined);
      else reject(error);
    });
    request.end(sent.body);
  });
}

/** What is refused for its length need not be read by the server to its end. */
const mostUnreadBytes = 8_000;

/** A stream never ends by itself. */
async function readAnswer(response: IncomingMessage): Promise<Answer> {
  const { statusCode: status = 0, headers } = response;
  if (headers['content-type']?.startsWith('text/event-stream')) {
    response.destroy();
    return { status, headers, text: '' };
  }
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part as Buffer);
  return { status, headers, text: Buffer.concat(parts).toString() };
}
