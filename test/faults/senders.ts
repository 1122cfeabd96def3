/**
 * Senders that go on while the server is killed, and the ledger of what they were told. A record with an
 * `event_id`, an `Idempotency-Key` or a transaction is sent again until it is accepted; any other only once.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from './seeded-random.ts';

type Table = 'hits' | 'conversions' | 'payments' | 'identities';

export type Ledger = {
  /** Answered 200: must be there exactly once. */
  accepted: Record<Table, Set<string>>;
  /** The connection broke before an answer: may be there, but not twice. */
  unknown: Record<Table, Set<string>>;
  /** Answered 503: must not be there. */
  refused: Record<Table, Set<string>>;
  /** The amount that the first request of each transaction carried. */
  amounts: Map<string, number>;
  /** Answers that no sender should ever see. */
  surprises: string[];
  retries: number;
};

export type Target = { url: string; website: string; key: string };

export type Senders = { ledger: Ledger; finish(): Promise<void> };

type Write = { path: string; body: object; headers?: Record<string, string> };
type Answer = { status: number; data: Record<string, unknown> } | undefined;

const retryMs = 100;
/** A server that is killed again and again as it starts, on a busy machine, is away for long. */
const patienceMs = 180_000;

export function startSenders(target: Target, random: Random, count: number): Senders {
  const ledger = createLedger();
  let finishing = false;
  let records = 0;

  const once = (write: Write) => send(target, write, ledger);
  const untilAccepted = async (write: Write): Promise<Answer> => {
    const deadline = Date.now() + patienceMs;
    for (;;) {
      const answer = await once(write);
      if (answer?.status === 200) return answer;
      if (Date.now() > deadline) throw new Error(`${write.path} was not accepted in ${patienceMs} ms.`);
      ledger.retries += 1;
      await sleep(retryMs);
    }
  };
  const actions = buildActions(target, random, ledger, once, untilAccepted);
  const run = async () => {
    while (!finishing) {
      records += 1;
      await random.pick(actions)(`r${records}`);
      await sleep(random.whole(0, 4));
    }
  };
  const running = Promise.all(Array.from({ length: count }, run));
  // Looked at in `finish`; a failure before that must not end the test process.
  running.catch(() => {});
  return {
    ledger,
    async finish() {
      finishing = true;
      await running;
    },
  };
}

function createLedger(): Ledger {
  const tables = () => ({
    hits: new Set<string>(),
    conversions: new Set<string>(),
    payments: new Set<string>(),
    identities: new Set<string>(),
  });
  return {
    accepted: tables(),
    unknown: tables(),
    refused: tables(),
    amounts: new Map(),
    surprises: [],
    retries: 0,
  };
}

function buildActions(
  { website }: Target,
  random: Random,
  ledger: Ledger,
  once: (write: Write) => Promise<Answer>,
  untilAccepted: (write: Write) => Promise<Answer>,
): ((name: string) => Promise<void>)[] {
  const note = (table: Table, name: string, answer: Answer) => {
    const side = answer === undefined ? 'unknown' : answer.status === 200 ? 'accepted' : 'refused';
    ledger[side][table].add(name);
  };
  const again = async (write: Write, first: Answer) => {
    if (random.whole(0, 3) > 0) return;
    const second = await once(write);
    if (second?.status === 200 && second.data.visitor_id !== first?.data.visitor_id) {
      ledger.surprises.push(`A retry answered another visitor: ${JSON.stringify(write.body)}`);
    }
  };

  return [
    async (name) => {
      const path = `/plain/${name}`;
      note('hits', path, await once({ path: '/pixel/events', body: { website_id: website, path } }));
    },
    async (name) => {
      const path = `/retried/${name}`;
      const body = { website_id: website, path, event_id: name };
      const write = { path: '/pixel/events', body };
      const answer = await untilAccepted(write);
      note('hits', path, answer);
      await again(write, answer);
    },
    async (name) => {
      const path = `/custom/${name}`;
      const body = { website_id: website, name: 'custom', path, properties: { goal_name: name } };
      const write = { path: '/pixel/events', body: { ...body, event_id: name } };
      const answer = await untilAccepted(write);
      note('hits', path, answer);
      note('conversions', name, answer);
    },
    async (name) => {
      const body = { website_id: website, goal_name: name };
      const write = { path: '/pixel/goals', body, headers: { 'idempotency-key': name } };
      const answer = await untilAccepted(write);
      note('conversions', name, answer);
      await again(write, answer);
    },
    async (name) => {
      const amount = random.whole(1, 100_000) / 100;
      const body = { website_id: website, transaction_id: name, amount };
      const write = { path: '/pixel/payments', body };
      const answer = await untilAccepted(write);
      note('payments', name, answer);
      ledger.amounts.set(name, amount);
      await again({ ...write, body: { ...body, amount: amount + 1000 } }, answer);
    },
    async (name) => {
      const body = { website_id: website, visitor_id: name, external_id: `customer ${name}`, event_id: name };
      note('identities', name, await untilAccepted({ path: '/pixel/identify', body }));
    },
  ];
}

async function send({ url, key }: Target, { path, body, headers }: Write, ledger: Ledger): Promise<Answer> {
  let text: string;
  let status: number;
  try {
    const response = await fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    status = response.status;
    text = await response.text();
  } catch {
    return undefined;
  }
  if (status !== 200 && status !== 503) ledger.surprises.push(`${path} ${status}: ${text}`);
  return { status, data: (JSON.parse(text) as { data?: Record<string, unknown> }).data ?? {} };
}
