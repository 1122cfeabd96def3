import type { FastifyInstance } from 'fastify';

const idleSweepMs = 50;
const patienceMs = 1_000;

/** Answers the address that it listens on. */
export async function listen(server: FastifyInstance, host: string, port: number): Promise<string> {
  try {
    await server.listen({ host, port });
  } catch (cause) {
    if ((cause as { code?: string }).code !== 'EADDRINUSE') throw cause;
    throw new Error(
      `Port ${port} on ${host} is taken: stop the other program, or choose another with PORT.`,
      { cause },
    );
  }
  const address = server.server.address();
  const actual = typeof address === 'object' && address ? address.port : port;
  return `http://${host.includes(':') ? `[${host}]` : host}:${actual}`;
}

/**
 * To be called when all requests are answered. Node closes idle connections as the close begins, and waits for those
 * that become idle later; connections that stay silent are cut off.
 */
export async function closeServer(server: FastifyInstance): Promise<void> {
  const sweep = setInterval(() => server.server.closeIdleConnections(), idleSweepMs);
  const patience = setTimeout(() => server.server.closeAllConnections(), patienceMs);
  await server.close();
  clearInterval(sweep);
  clearTimeout(patience);
}
