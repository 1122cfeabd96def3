import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { connectClickHouse } from './connect-clickhouse.ts';

it('says once that a ClickHouse is away, however often it is tried', async () => {
  let tries = 0;
  const server = createServer((socket) => {
    tries += 1;
    // Once it was asked: who is cut off earlier may be told in one of several words.
    socket.on('error', () => {}).once('data', () => socket.end());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const warnings: string[] = [];
  const ignore = () => {};
  const closing = new AbortController();
  const log = {
    ...{ debug: ignore, info: ignore, error: ignore },
    warn: (_: object, message: string) => warnings.push(message),
  };
  const connected = connectClickHouse(
    {
      url: `http://127.0.0.1:${port}`,
      reportTimeoutSeconds: 5,
      reportMemoryMb: 500,
      reportsAtOnce: 1,
      clock: Date.now,
      log,
    },
    closing.signal,
  );
  const ended = expect(connected).rejects.toThrow();
  await expect.poll(() => tries, { timeout: 30_000 }).toBeGreaterThan(3);
  expect(warnings).toEqual(['waiting for the analytics engine']);
  closing.abort();
  await ended;
});
