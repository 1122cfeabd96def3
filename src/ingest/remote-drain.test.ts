import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NotCaughtUp } from './drain.ts';
import type { DrainRequest } from './drain-service.ts';
import { createRemoteDrain } from './remote-drain.ts';

const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => vi.useRealTimers());

function createParts({ answer = async (_: DrainRequest): Promise<unknown> => undefined } = {}) {
  const spool = { oldest: undefined as number | undefined, newest: undefined as number | undefined };
  const onStored = vi.fn();
  const port = { tell: vi.fn(), ask: vi.fn(answer) };
  const drain = createRemoteDrain({
    spool: { oldestSeq: () => spool.oldest, newestSeq: () => spool.newest },
    log,
    onStored,
  });
  return { spool, port, drain, onStored };
}

it('tells of records that come at once in one word, and of those after it in another', () => {
  const { drain, port } = createParts();
  drain.notify();
  expect(port.tell).not.toHaveBeenCalled();
  drain.attach(port);
  vi.advanceTimersByTime(1_000);
  for (let n = 0; n < 100; n += 1) drain.notify();
  expect(port.tell).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1_000);
  expect(port.tell).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(1_000);
  expect(port.tell).toHaveBeenCalledTimes(2);
  drain.notify();
  expect(port.tell).toHaveBeenCalledTimes(3);
});

it('has caught up where nothing waits, without asking', async () => {
  const { drain, port } = createParts();
  drain.attach(port);
  await drain.catchUp(1_000);
  expect(port.ask).not.toHaveBeenCalled();
});

it('asks again while the process is away', async () => {
  vi.useRealTimers();
  const failures = [new Error('away'), new Error('away')];
  const { drain, port, spool } = createParts({
    answer: async () => {
      const failure = failures.pop();
      if (failure) throw failure;
    },
  });
  Object.assign(spool, { oldest: 1, newest: 2 });
  drain.attach(port);
  await drain.catchUp(60_000);
  expect(port.ask).toHaveBeenCalledTimes(3);
});

it('believes the spool where the process ended before it could answer', async () => {
  vi.useRealTimers();
  const { drain, port, spool } = createParts({
    answer: async () => {
      spool.oldest = 3;
      throw new Error('away');
    },
  });
  Object.assign(spool, { oldest: 1, newest: 2 });
  drain.attach(port);
  await drain.catchUp(60_000);
  expect(port.ask).toHaveBeenCalledTimes(1);
});

it('gives up in time, whether there is nobody to ask or no answer', async () => {
  vi.useRealTimers();
  const { drain, port, spool } = createParts({ answer: () => new Promise(() => {}) });
  Object.assign(spool, { oldest: 1, newest: 2 });
  await expect(drain.catchUp(100)).rejects.toThrow(NotCaughtUp);
  drain.attach(port);
  await expect(drain.catchUp(100)).rejects.toThrow(NotCaughtUp);
});

it('passes on what the process tells', () => {
  const { drain, onStored } = createParts();
  drain.take({ say: 'stored' });
  expect(onStored).toHaveBeenCalledTimes(1);
  drain.take({ say: 'log', level: 'warn', fields: { a: 1 }, message: 'hm' });
  expect(log.warn).toHaveBeenCalledWith({ a: 1 }, 'hm');
});
