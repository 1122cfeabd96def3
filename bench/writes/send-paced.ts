import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LoadRequest } from './run-load.ts';

const tickMs = 5;
const sockets = 64;

export type Pace = { perSecond: number; seconds: number };

/** Sends at this pace whatever the server does, and resolves when every answer is there. Anything but an acceptance fails. */
export async function sendPaced(
  url: string,
  { perSecond, seconds }: Pace,
  buildNext: (index: number) => LoadRequest,
  onAccepted: () => void,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets });
  const answers: Promise<void>[] = [];
  const total = perSecond * seconds;
  const startedAt = performance.now();
  while (answers.length < total) {
    const due = Math.min(total, Math.floor(((performance.now() - startedAt) / 1000) * perSecond));
    while (answers.length < due) answers.push(send(url, agent, buildNext(answers.length)).then(onAccepted));
    await sleep(tickMs);
  }
  await Promise.all(answers).finally(() => agent.destroy());
}

function send(url: string, agent: Agent, { path, headers, body }: LoadRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    const sending = request(new URL(path, url), { method: 'POST', headers, agent }, (answer) => {
      answer.resume();
      const { statusCode = 0 } = answer;
      if (statusCode >= 200 && statusCode < 300) resolve();
      else reject(new Error(`A record was answered with ${statusCode}.`));
    });
    sending.on('error', reject);
    sending.end(body);
  });
}
