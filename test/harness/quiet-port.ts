import { once } from 'node:events';
import { createServer } from 'node:net';

const firstPort = 20_000;
const shares = 10;
const portsInShare = 1000;

/** Of this process, so that no two that look for a port at the same time find the same. */
const share = Number(process.env.VITEST_POOL_ID ?? 0) % shares;
let next = Math.floor(Math.random() * portsInShare);

/**
 * A free loopback port below the range that systems take the ports of clients from: a client that keeps
 * calling a port of that range while nobody listens can end up connected to itself, and hold it.
 */
export async function findQuietPort(): Promise<number> {
  for (;;) {
    const port = firstPort + share * portsInShare + next;
    // Not at random: whoever was given a port may not listen on it yet.
    next = (next + 1) % portsInShare;
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
