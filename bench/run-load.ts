import autocannon from 'autocannon';

export type Target = { name: string; url: string; key: string; bodies: readonly string[] };

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
  const result = await runAutocannon(buildRequests(target, amount, connections), onResponse);
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

function buildRequests(
  { url, key, bodies }: Target,
  amount: number,
  connections: number,
): autocannon.Options {
  return {
    url,
    connections,
    amount,
    bailout: 1,
    sampleInt: 100,
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    requests: bodies.map((body) => ({ path: '/api/v1/pixel/events', body })),
  };
}

function runAutocannon(
  options: autocannon.Options,
  onResponse: (milliseconds: number) => void,
): Promise<autocannon.Result> {
  return new Promise((resolve, reject) => {
    const instance = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)));
    instance.on('response', (_client, _status, _bytes, milliseconds) => onResponse(milliseconds));
  });
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
