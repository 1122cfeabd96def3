/** Stands between the product and its engine, and holds back one request, or its answer, until it is let go. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export type EngineGate = {
  /** With the login that the engine's address has in it. */
  url: string;
  /** The next request with this text in its address or body. */
  hold(text: string, what: 'request' | 'answer'): Held;
  close(): Promise<void>;
};

export type Held = { isHeld: Promise<void>; release(): void };

type Wish = { text: string; what: 'request' | 'answer'; stop(): Promise<void> };

export async function openEngineGate(engineUrl: string): Promise<EngineGate> {
  const wishes = new Set<Wish>();

  function takeWish(text: string): Wish | undefined {
    const wish = [...wishes].find((each) => text.includes(each.text));
    if (wish) wishes.delete(wish);
    return wish;
  }

  async function forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const url = new URL(incoming.url ?? '/', engineUrl);
    const sent = await buffer(incoming);
    const wish = takeWish(`${url.searchParams.get('query')} ${sent.toString()}`);
    if (wish?.what === 'request') await wish.stop();
    const passedOn = request(url, { method: incoming.method, headers: incoming.headers });
    passedOn.end(sent);
    const [answer] = (await once(passedOn, 'response')) as [IncomingMessage];
    const body = await buffer(answer);
    if (wish?.what === 'answer') await wish.stop();
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers).end(body);
  }

  const server = createServer((incoming, outgoing) => {
    forward(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(engineUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    hold(text, what) {
      let arrive = () => {};
      let release = () => {};
      const isHeld = new Promise<void>((resolve) => {
        arrive = resolve;
      });
      const isReleased = new Promise<void>((resolve) => {
        release = resolve;
      });
      const stop = () => {
        arrive();
        return isReleased;
      };
      wishes.add({ text, what, stop });
      return { isHeld, release };
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
