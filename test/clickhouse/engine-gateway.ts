/** A loopback port in front of an engine that can be shut and opened: an engine that is away and comes back. */
import { once } from 'node:events';
import { createServer, connect as openSocket, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { Certificate } from '../harness/certificate.ts';
import { findQuietPort } from '../harness/quiet-port.ts';

export type EngineGateway = {
  /** For CLICKHOUSE_URL; the login is in it. */
  url: string;
  open(): Promise<void>;
  shut(): Promise<void>;
};

/** Shut at first. With a certificate it is reached by TLS alone. */
export async function createEngineGateway(
  engineUrl: string,
  certificate?: Certificate,
): Promise<EngineGateway> {
  const port = await findQuietPort();
  const url = new URL(engineUrl);
  const enginePort = Number(url.port);
  url.port = String(port);
  if (certificate) url.protocol = 'https:';
  const sockets = new Set<Socket>();
  let server: Server | undefined;

  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  };
  const forward = (client: Socket) => {
    const upstream = openSocket(enginePort, '127.0.0.1');
    keep(client);
    keep(upstream);
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
    client.pipe(upstream).pipe(client);
  };

  return {
    url: url.href,
    async open() {
      server = certificate ? createTlsServer(certificate, forward) : createServer(forward);
      await once(server.listen(port, '127.0.0.1'), 'listening');
    },
    async shut() {
      const closed = server && once(server, 'close');
      server?.close();
      for (const socket of sockets) socket.destroy();
      await closed;
      server = undefined;
    },
  };
}
