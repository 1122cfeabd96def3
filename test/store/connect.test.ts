import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { connectAnalytics } from '../../src/store/analytics/connect-analytics.ts';

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
  const connection = connectAnalytics(
    {
      clickhouseUrl: `http://127.0.0.1:${port}`,
      clickhouseCluster: undefined,
      engineDirectory: '',
      engineMemoryMb: 1024,
      reportTimeoutSeconds: 5,
      reportMemoryMb: 500,
      reportsAtOnce: 1,
    },
    {
      ...{ debug: ignore, info: ignore, error: ignore },
      warn: (_: object, message: string) => warnings.push(message),
    },
  );
  onTestFinished(connection.close);
  await expect.poll(() => tries, { timeout: 30_000 }).toBeGreaterThan(3);
  expect(warnings).toEqual(['waiting for the analytics engine']);
});
