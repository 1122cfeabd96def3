/** One run: lanes that send at the same time, each of which makes the smallest request that still fails of the first that does. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { type ControlOptions, openControl } from '../../src/store/control/open-control.ts';
import { readHealth } from '../faults/health.ts';
import { findEnginePid } from '../faults/processes.ts';
import { settle } from '../harness/deployments.ts';
import { root } from '../harness/root.ts';
import { type Environment, type ServerProcess, startServerProcess } from '../harness/server-process.ts';
import { findFault, findUndocumentedCode } from './answers.ts';
import { anyRequest, type FuzzRequest } from './requests.ts';
import { type Answer, agent, fillIn, type Sent, send } from './send.ts';
import { listTargets, type Target } from './surface.ts';
import { createWorlds, type World, type Worlds } from './world.ts';

export type FuzzOptions = {
  folder: string;
  environment: Environment;
  control: ControlOptions;
  requests: number;
  seed: number;
};

export type Stall = { endedAt: number; wallMs: number; cpuMs: number };

export type FuzzResult = {
  sent: number;
  /** How many were answered with each status. */
  statuses: Record<string, number>;
  /** How many addresses there are, and which of them nobody asked. */
  targets: number;
  unasked: readonly string[];
  /** Times for which the event loop of the server did not turn, the longest by its thread first. */
  stalls: readonly (Stall & { requests: string[] })[];
  faults: readonly string[];
};

const lanes = 8;
/** Nothing that was answered sooner can have kept the others waiting. */
const slowMs = 40;

/** All requests come from one address and one person. */
const roomForAll = {
  FOOTFALL_HITS_PER_ADDRESS: '100000000',
  FOOTFALL_REQUESTS_PER_PERSON: '100000000',
  // A busy machine must not make an answer of a question that is no work.
  FOOTFALL_REPORT_TIMEOUT_SECONDS: '100',
};

export async function runFuzz(options: FuzzOptions): Promise<FuzzResult> {
  const loopFile = join(options.folder, 'stalls.ndjson');
  const server = await startServerProcess({
    ...roomForAll,
    ...options.environment,
    FOOTFALL_DATA_DIR: join(options.folder, 'data'),
    FOOTFALL_TEST_LOOP_FILE: loopFile,
    NODE_OPTIONS: `--import=${join(root, 'test/fuzz/watch-loop.mjs')}`,
  });
  const control = await openControl(options.control);
  try {
    const engine = findEnginePid(server.process.pid);
    const worlds = await createWorlds(server.url, control);
    const began = Date.now();
    const ledger = createLedger();
    const faults = await fuzz(server.url, worlds, ledger, options);
    if (server.process.exitCode === null) faults.push(...(await findDamage(server, engine)));
    else faults.push(`The server ended with ${server.process.exitCode}.`);
    return { ...ledger.result(), faults, stalls: ledger.explain(readStalls(loopFile, began)) };
  } finally {
    await control.close();
    agent.destroy();
    await server.stop();
  }
}

async function fuzz(url: string, worlds: Worlds, ledger: Ledger, options: FuzzOptions): Promise<string[]> {
  const targets = await listTargets();
  ledger.expect(targets);
  const request = anyRequest(targets);
  const runLane = async (lane: number) => {
    const property = fc.asyncProperty(request, async (each) => {
      await judge(url, each, await worlds.next(), worlds.secrets, ledger);
    });
    const seed = options.seed + lane;
    const details = await fc.check(property, { seed, numRuns: Math.ceil(options.requests / lanes) });
    return details.failed ? [describeFailure(details)] : [];
  };
  return (await Promise.all(Array.from({ length: lanes }, (_, lane) => runLane(lane)))).flat();
}

/** Throws what is wrong with the answer. */
async function judge(
  url: string,
  request: FuzzRequest,
  world: World,
  secrets: readonly string[],
  ledger: Ledger,
): Promise<void> {
  const sent = fillIn(request, world, url);
  const done = ledger.begin(request, sent);
  const answer = await send(url, sent).catch((cause: Error) => {
    throw new Error(`no answer: ${cause.message}\n${describeSent(sent)}`);
  });
  done(answer && nameOf(answer));
  if (answer === undefined) return;
  const fault = findFault(request, answer, secrets) ?? findUndocumentedCode(request, answer);
  if (fault === undefined) return;
  throw new Error(`${fault}\n${describeSent(sent)}\n→ ${answer.status} ${answer.text.slice(0, 600)}`);
}

/** A server that is too busy is told apart from those that have nothing to answer. */
function nameOf({ status, text }: Answer): string {
  return status === 503 && text.includes('"code":"service_unavailable"') ? `${status} busy` : String(status);
}

type Failure = { seed: number; counterexamplePath: string | null; errorInstance: unknown };

function describeFailure({ seed, counterexamplePath, errorInstance }: Failure): string {
  const reason = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  return `seed ${seed}, path ${counterexamplePath}: ${reason}`;
}

function describeSent({ method, url, headers, body = '' }: Sent): string {
  return `${method} ${url.slice(0, 1_000)} ${JSON.stringify(headers).slice(0, 400)} ${body.slice(0, 2_000)}`;
}

async function findDamage(server: ServerProcess, engine: number | undefined): Promise<string[]> {
  await settle([server.url]);
  const { code } = await readHealth(server.url);
  const errors = server
    .log()
    .split('\n')
    .filter((line) => /"level":(50|60)/.test(line) && !line.includes('"code":"service_unavailable"'))
    .filter((line, index, all) => all.findIndex((other) => errorOf(other) === errorOf(line)) === index);
  return [
    ...(code === 200 ? [] : [`The probe says ${code}.`]),
    ...(findEnginePid(server.process.pid) === engine ? [] : ['The process beside the server ended.']),
    ...errors.slice(0, 5).map((line) => `The log has an error: ${line.slice(0, 2_000)}`),
  ];
}

/** Where it happened: the same fault is shown once. */
function errorOf(line: string): string {
  return /"stack":"([^"]*)"/.exec(line)?.[1] ?? line;
}

type Ledger = ReturnType<typeof createLedger>;

/** What was sent when, so that a stall can be laid to requests. */
function createLedger() {
  const statuses: Record<string, number> = {};
  const unasked = new Set<string>();
  let targets = 0;
  const slow: { began: number; ended: number; request: string }[] = [];
  let count = 0;
  return {
    expect(all: readonly Target[]) {
      targets = all.length;
      for (const { method, path } of all) unasked.add(`${method} ${path}`);
    },
    begin({ target }: FuzzRequest, sent: Sent) {
      count += 1;
      unasked.delete(`${target.method} ${target.path}`);
      const began = Date.now();
      return (status = 'cut off') => {
        const ended = Date.now();
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (ended - began > slowMs) slow.push({ began, ended, request: describeSent(sent).slice(0, 400) });
      };
    },
    result: () => ({ sent: count, statuses, targets, unasked: [...unasked] }),
    explain: (stalls: readonly Stall[]) =>
      stalls.map((stall) => ({
        ...stall,
        requests: slow
          .filter(({ began, ended }) => began < stall.endedAt && ended > stall.endedAt - stall.wallMs)
          .map(({ began, ended, request }) => `${ended - began} ms: ${request}`),
      })),
  };
}

/** From the first request on: what a server does at its start keeps nobody waiting. */
function readStalls(file: string, began: number): Stall[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trim().split('\n').filter(Boolean);
  const stalls = lines.map((line) => JSON.parse(line) as Stall);
  return stalls.filter(({ endedAt }) => endedAt > began).sort((a, b) => b.cpuMs - a.cpuMs);
}
