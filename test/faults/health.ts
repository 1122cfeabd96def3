/** What the probe of a server says, which answers also while the server is not ready. */
import { setTimeout as sleep } from 'node:timers/promises';

export type Health = { code: number; status: string; pending_records: number; failed_days: number };

const patienceMs = 120_000;

export async function readHealth(url: string): Promise<Health> {
  const response = await fetch(`${url}/healthz`);
  return { code: response.status, ...((await response.json()) as Omit<Health, 'code'>) };
}

export async function untilHealth(url: string, code: number): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const health = await readHealth(url).catch(() => undefined);
    if (health?.code === code) return;
    if (Date.now() > deadline) throw new Error(`The probe still says ${JSON.stringify(health)}.`);
    await sleep(20);
  }
}
