/**
 * Stands before a node of a test cluster. The engine from npm aborts when another node resets its connection, as
 * nodes do that give up on an answer; a ClickHouse server does not. Here a reset arrives as the end of the stream.
 */
import { once } from 'node:events';
import { createServer, connect as openSocket, type Socket } from 'node:net';

/** Nodes say much in small pieces: held back to be joined, each of them would wait for the other side's answer. */
const noDelay = true;

export type NodeGateway = { close(): Promise<void> };

export async function openNodeGateway(port: number, nodePort: number): Promise<NodeGateway> {
  const callers = new Set<Socket>();
  const server = createServer({ noDelay }, (caller) => {
    callers.add(caller);
    caller.on('close', () => callers.delete(caller));
    join(caller, openSocket({ port: nodePort, host: '127.0.0.1', noDelay }));
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const caller of callers) caller.destroy();
      await closed;
    },
  };
}

function join(caller: Socket, node: Socket): void {
  caller.on('error', () => {});
  node.on('error', () => {});
  caller.pipe(node, { end: false });
  node.pipe(caller);
  caller.on('close', () => {
    node.end();
    // What it still says must be read, or our end resets the connection as well.
    node.resume();
  });
  node.on('close', () => caller.destroy());
}
