/**
 * Websites for the browser to visit: one server for all hosts, with pages that a test defines. The host of Footfall,
 * and the path that a website may pass on to it, lead to the real server; what goes through is written down.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type Hit = {
  /** What the script sent, as it came. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into messages of every shape.
  message: any;
  /** Host and path that it was sent to. */
  to: string;
  dropped: string | undefined;
  status: number;
};

export type SitePage = { html: string; headers?: Record<string, string> };

export type Site = {
  port: number;
  /** The address of a page: `http://host:port/path`. */
  at(host: string, path: string): string;
  define(host: string, path: string, page: SitePage): void;
  /** In the order of their answers. */
  hits: Hit[];
  /** Resolves once this many hits were answered and no further one follows. */
  arrived(count: number): Promise<void>;
  /** For the next test: no pages, no hits. */
  clear(): void;
  close(): Promise<void>;
};

/** Where visitors' browsers reach Footfall. */
export const footfallHost = 'footfall.test';
/** What a website passes on to Footfall under its own name. */
export const proxiedPath = '/stats/';

const arriveWithinMs = 15_000;
/** A hit that should not have been sent comes within this. */
const quietMs = 250;

export async function startSite(footfall: string): Promise<Site> {
  const pages = new Map<string, SitePage>();
  const hits: Hit[] = [];
  let underWay = 0;
  let lastAt = 0;

  const relay = async (request: IncomingMessage, response: ServerResponse, path: string) => {
    underWay += 1;
    try {
      const hit = await passOn(footfall, path, request, response);
      if (hit) hits.push(hit);
    } finally {
      underWay -= 1;
      lastAt = Date.now();
    }
  };
  const server = createServer((request, response) => {
    const host = String(request.headers.host).replace(/:\d+$/, '');
    const url = request.url ?? '/';
    if (host === footfallHost) return relay(request, response, url);
    if (url.startsWith(proxiedPath)) return relay(request, response, url.slice(proxiedPath.length - 1));
    const page = pages.get(`${host}${url.split('?')[0]}`);
    response.writeHead(page ? 200 : 404, { 'content-type': 'text/html; charset=utf-8', ...page?.headers });
    response.end(page?.html ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const isQuiet = () => underWay === 0 && Date.now() - lastAt > quietMs;

  return {
    port,
    hits,
    at: (host, path) => `http://${host}:${port}${path}`,
    define: (host, path, page) => pages.set(`${host}${path}`, page),
    async arrived(count) {
      const deadline = Date.now() + arriveWithinMs;
      lastAt = Date.now();
      while (hits.length < count || !isQuiet()) {
        if (Date.now() > deadline) throw new Error(`${hits.length} of ${count} hits came: ${nameAll(hits)}`);
        await sleep(20);
      }
    },
    clear() {
      pages.clear();
      hits.length = 0;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function nameAll(hits: readonly Hit[]): string {
  return hits.map(({ message, dropped }) => `${message?.t} ${message?.u} ${dropped ?? ''}`).join('; ');
}

/** A hit, when the request was one; the script itself and preflights are none. */
async function passOn(
  footfall: string,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Hit | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString();
  const { method = 'GET' } = request;
  const answer = await fetch(`${footfall}${path}`, {
    method,
    headers: keptHeaders(request),
    ...(method === 'POST' && { body }),
  });
  const headers = Object.fromEntries(answer.headers);
  // fetch has unpacked it.
  delete headers['content-encoding'];
  delete headers['content-length'];
  delete headers['transfer-encoding'];
  response.writeHead(answer.status, headers);
  response.end(Buffer.from(await answer.arrayBuffer()));
  if (method !== 'POST') return undefined;
  return {
    message: findJson(body),
    to: `${request.headers.host?.replace(/:\d+$/, '')}${request.url}`,
    dropped: headers['x-footfall-dropped'],
    status: answer.status,
  };
}

function findJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function keptHeaders({ headers }: IncomingMessage): Record<string, string> {
  const unkept = ['host', 'connection', 'content-length', 'accept-encoding'];
  const kept = Object.entries(headers).filter(([name]) => !unkept.includes(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}
