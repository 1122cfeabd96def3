import { createServer } from 'node:net';

/** A loopback port nobody uses at this moment; another program may still take it before the engine does. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (address !== null && typeof address === 'object') resolve(address.port);
        else reject(new Error('The system gave no loopback port.'));
      });
    });
  });
}
