/**
 * How many records a second are accepted, beside a bare server, and how many a kill loses. What lives here: starting
 * the two servers, loading them in turn, the tables. What must not: reports.
 */
import { fileURLToPath } from 'node:url';
import { type Aim, aimAtLeast, buildAimTable } from '../aims.ts';
import { writeSection } from '../docs-section.ts';
import { onInterrupt } from '../on-interrupt.ts';
import type { WriteOptions } from '../parse-options.ts';
import { renderMarkdown, renderText } from '../table.ts';
import { type FootfallServer, startFootfall } from './footfall-server.ts';
import { buildHits, buildPageviews } from './pageviews.ts';
import { type Load, type LoadRequest, runLoad, runLoadUntilKilled, type Target } from './run-load.ts';
import { startServerProcess } from './server-process.ts';
import {
  buildCrashSummary,
  buildSummary,
  buildWriteTable,
  type CrashSummary,
  formatCrashSummary,
  formatSummary,
  type Round,
  type Summary,
} from './summary.ts';

const bareServer = fileURLToPath(new URL('bare-server.js', import.meta.url));
const warmUpRequests = 20_000;

type Subject = { title: string; website: string; requests: readonly LoadRequest[] };

export type WriteFigures = {
  aims: Aim[];
  events: Summary;
  collect: Summary;
  crash: CrashSummary;
  /** Whether every accepted record was stored. */
  isWhole: boolean;
};

export async function runWrites(options: WriteOptions): Promise<WriteFigures> {
  const running = new Map<string, { stop(): Promise<void> }>();
  let stopping: Promise<unknown> | undefined;
  const stopAll = () => {
    stopping ??= Promise.all([...running.values()].map((server) => server.stop()));
    return stopping;
  };
  const callOff = onInterrupt(stopAll);
  try {
    say('starting the servers');
    const bare = await startServerProcess([bareServer], {});
    running.set('bare', bare);
    // Each part has the product to itself and empty: the engine would still be merging what the part before sent.
    const startFresh = async (profileFolder?: string) => {
      await running.get('footfall')?.stop();
      const footfall = await startFootfall(profileFolder);
      running.set('footfall', footfall);
      return footfall;
    };
    return await runBench(bare.url, options, startFresh, (again) => running.set('footfall', again));
  } finally {
    await stopAll();
    callOff();
  }
}

async function runBench(
  bareUrl: string,
  options: WriteOptions,
  startFresh: (profileFolder?: string) => Promise<FootfallServer>,
  onStartedAgain: (server: FootfallServer) => void,
): Promise<WriteFigures> {
  const compare = async (buildSubject: (footfall: FootfallServer) => Subject): Promise<Summary> => {
    const footfall = await startFresh(options.cpuProf);
    const summary = await compareServers(buildSubject(footfall), bareUrl, footfall, options);
    process.stdout.write(`${formatSummary(summary)}\n`);
    return summary;
  };
  const events = await compare(buildEvents);
  const collect = await compare(buildCollect);
  const crash = await runCrash(await startFresh(), options, onStartedAgain);
  process.stdout.write(formatCrashSummary(crash));
  const isWhole =
    events.stored === events.accepted && collect.stored === collect.accepted && crash.lost === 0;
  const aims = [events, collect].map(({ title, ratio }) =>
    aimAtLeast(`${title} ÷ bare Fastify + Zod`, ratio.median / 100, 0.5),
  );
  process.stdout.write(`\n${renderText(buildAimTable(aims))}`);
  if (options.writeDocs) await writeFigures(events, collect, crash, aims);
  return { aims, events, collect, crash, isWhole };
}

async function writeFigures(
  events: Summary,
  collect: Summary,
  crash: CrashSummary,
  aims: readonly Aim[],
): Promise<void> {
  const { cores, memoryGb, node } = events.machine;
  const day = new Date().toISOString().slice(0, 10);
  const parts = [
    `The run of ${day}, on ${cores} cores and ${memoryGb} GB (Node ${node.replace(/^v/, '')}).`,
    renderMarkdown(buildAimTable(aims)),
    renderMarkdown(buildWriteTable([events, collect])),
    formatCrashSummary(crash),
  ];
  await writeSection('writes', parts.join('\n\n'));
}

function buildEvents({ websites, key }: FootfallServer): Subject {
  const requests = buildPageviews(websites.events, key);
  return { title: 'POST /api/v1/pixel/events', website: websites.events, requests };
}

function buildCollect({ websites }: FootfallServer): Subject {
  return { title: 'POST /collect', website: websites.collect, requests: buildHits(websites.collect) };
}

async function compareServers(
  { title, website, requests }: Subject,
  bareUrl: string,
  footfall: FootfallServer,
  options: WriteOptions,
): Promise<Summary> {
  const bareTarget: Target = { name: 'bare server', url: bareUrl, requests };
  const footfallTarget: Target = { name: 'footfall', url: footfall.url, requests };
  let accepted = 0;
  const loadBare = (amount: number) => load(bareTarget, amount, options);
  // What is still in the spool would be drained on the time of the other server.
  const loadFootfall = async (amount: number) => {
    const taken = await load(footfallTarget, amount, options);
    accepted += taken.accepted;
    return { ...taken, backlog: await footfall.catchUp() };
  };

  say(`${title}: warm-up`);
  let bare = await loadBare(warmUpRequests);
  let ours = await loadFootfall(warmUpRequests);
  const rounds: Round[] = [];
  for (let number = 1; number <= options.rounds; number++) {
    say(`${title}: round ${number} of ${options.rounds}`);
    bare = await loadBare(amountFor(bare, options));
    ours = await loadFootfall(amountFor(ours, options));
    rounds.push({ bare, footfall: ours });
  }
  return buildSummary(title, rounds, accepted, await footfall.countStored(website), options);
}

/** The process is killed in the middle of the load, its engine ends with it, and both start again on what is left. */
async function runCrash(
  victim: FootfallServer,
  { connections }: WriteOptions,
  onStartedAgain: (server: FootfallServer) => void,
): Promise<CrashSummary> {
  const { title, website, requests } = buildCollect(victim);
  say(`${title}: SIGKILL under load`);
  const target: Target = { name: 'footfall', url: victim.url, requests };
  const accepted = await runLoadUntilKilled(target, warmUpRequests, connections, victim.kill);
  const again = await victim.startAgain();
  onStartedAgain(again);
  await again.catchUp();
  return buildCrashSummary(title, accepted, await again.countStored(website));
}

async function load(target: Target, amount: number, { connections }: WriteOptions): Promise<Load> {
  const result = await runLoad(target, amount, connections);
  say(`  ${target.name}: ${Math.round(result.perSecond)} a second for ${result.seconds.toFixed(1)} s`);
  return result;
}

/** As many as the last run says will take the seconds asked for. */
function amountFor({ perSecond }: Load, { seconds, connections }: WriteOptions): number {
  return Math.max(connections, Math.round(perSecond * seconds));
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
