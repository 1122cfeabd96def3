import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the engine says of a query it has answered. */
export type QueryFacts = { peakMemoryBytes: number; rowsRead: number };

export type Listener = {
  url: string;
  /** The queries since the last call. */
  take(): QueryFacts[];
  close(): Promise<void>;
};

/**
 * Stands between the product and its engine, so that memory is read off the product's own queries with the product's
 * own settings. The engine tells it in a header, which is complete only when the answer waits for the end.
 */
export async function startListener(engineUrl: string): Promise<Listener> {
  let heard: QueryFacts[] = [];
  const forward = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const url = new URL(incoming.url ?? '/', engineUrl);
    url.searchParams.set('wait_end_of_query', '1');
    const passedOn = request(url, { method: incoming.method, headers: incoming.headers }, (answer) => {
      const facts = findFacts(answer.headers['x-clickhouse-summary']);
      if (facts) heard.push(facts);
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passedOn.on('error', () => outgoing.destroy());
    incoming.pipe(passedOn);
  };
  const server = createServer(forward);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take() {
      const facts = heard;
      heard = [];
      return facts;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Its `memory_usage` is the highest that the query reached. */
export function findFacts(summary: string | string[] | undefined): QueryFacts | undefined {
  if (typeof summary !== 'string') return undefined;
  const { memory_usage, read_rows } = JSON.parse(summary) as Record<string, string>;
  return { peakMemoryBytes: Number(memory_usage ?? 0), rowsRead: Number(read_rows ?? 0) };
}
