import { once } from 'node:events';
import { createServer } from 'node:net';

const firstPort = 20_000;
const portCount = 10_000;

/**
 * A free loopback port below the range that systems take the ports of clients from: a client that keeps
 * calling a port of that range while nobody listens can end up connected to itself, and hold it.
 */
export async function findQuietPort(): Promise<number> {
  for (;;) {
    const port = firstPort + Math.floor(Math.random() * portCount);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
