import autocannon from 'autocannon';
import { createFreshIds } from './fresh-ids.ts';

export type LoadRequest = { path: string; headers: Record<string, string>; body: string };

export type Target = { name: string; url: string; requests: readonly LoadRequest[] };

export type Load = { accepted: number; seconds: number; perSecond: number; p50Ms: number; p99Ms: number };

/**
 * Sends `amount` records and waits for every answer: a run cut off by time would leave requests of which
 * nobody knows whether they were accepted. Anything but an acceptance fails the run.
 */
export async function runLoad(target: Target, amount: number, connections: number): Promise<Load> {
  const latencies: number[] = [];
  const startedAt = performance.now();
  let lastAt = startedAt;
  // Its own latencies are whole milliseconds, its own duration ends with a sampling interval.
  const onResponse = (milliseconds: number) => {
    latencies.push(milliseconds);
    lastAt = performance.now();
  };
  const result = await runAutocannon(
    { ...buildOptions(target, amount, connections), bailout: 1 },
    onResponse,
  );
  if (result['2xx'] !== amount || result.errors > 0) {
    throw new Error(
      `${target.name}: ${result['2xx']} of ${amount} accepted, ${result.non2xx} refused, ${result.errors} failed.`,
    );
  }
  latencies.sort((a, b) => a - b);
  const seconds = (lastAt - startedAt) / 1000;
  return {
    accepted: amount,
    seconds,
    perSecond: amount / seconds,
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
  };
}

/**
 * Sends until `amount` records were accepted, then ends the server's life by `kill`; answers how many acceptances
 * had arrived by then, those that were still on their way included.
 */
export async function runLoadUntilKilled(
  target: Target,
  amount: number,
  connections: number,
  kill: () => Promise<void>,
): Promise<number> {
  let accepted = 0;
  let killed: Promise<void> | undefined;
  // Far more than will be sent: the kill ends the run.
  const options = buildOptions(target, 100 * amount, connections);
  await runAutocannon(options, (_milliseconds, status, stop) => {
    if (status >= 200 && status < 300) accepted += 1;
    if (accepted < amount || killed) return;
    killed = kill();
    // Answers that were written before the kill are still read.
    killed.finally(() => setTimeout(stop, lastAnswersMs));
  });
  await killed;
  return accepted;
}

const lastAnswersMs = 200;

let sent = 0;

function buildOptions({ url, requests }: Target, amount: number, connections: number): autocannon.Options {
  const freshen = createFreshIds(sent);
  sent += amount;
  return {
    url,
    connections,
    amount,
    sampleInt: 100,
    requests: requests.map((request) => ({ ...request, method: 'POST' })),
    setupClient(client) {
      // Not in its types, but what it writes from: its own way to change a request would build it anew each time.
      const writing = client as unknown as { getRequestBuffer(): Buffer };
      const getRequestBuffer = writing.getRequestBuffer.bind(client);
      writing.getRequestBuffer = () => freshen(getRequestBuffer());
    },
  };
}

function runAutocannon(
  options: autocannon.Options,
  onResponse: (milliseconds: number, status: number, stop: () => void) => void,
): Promise<autocannon.Result> {
  return new Promise((resolve, reject) => {
    const instance = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)));
    const stop = () => instance.stop?.();
    instance.on('response', (_client, status, _bytes, milliseconds) =>
      onResponse(milliseconds, status, stop),
    );
  });
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
