/**
 * `npm run bench`: how many records a second are accepted, beside a bare server. What lives here: starting the
 * two servers, loading them in turn, the table. What must not: anything that the product needs to run.
 */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type FootfallServer, startFootfall } from './footfall-server.ts';
import { buildPageviews } from './pageviews.ts';
import { type Options, parseOptions, usage } from './parse-options.ts';
import { type Load, runLoad, type Target } from './run-load.ts';
import { startServerProcess } from './server-process.ts';
import { buildSummary, formatSummary, type Round } from './summary.ts';

const bareServer = fileURLToPath(new URL('bare-server.js', import.meta.url));
const warmUpRequests = 20_000;

export async function main(words: readonly string[]): Promise<number> {
  const options = parseOptions(words);
  if (!options) {
    process.stderr.write(usage);
    return 2;
  }
  const started: { stop(): Promise<void> }[] = [];
  let stopping: Promise<unknown> | undefined;
  const stopAll = () => {
    stopping ??= Promise.all(started.map((server) => server.stop()));
    return stopping;
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stopAll().finally(() => process.exit(1)));
  }
  try {
    say('starting both servers');
    const bare = await startServerProcess([bareServer], {});
    started.push(bare);
    const footfall = await startFootfall(options.cpuProf);
    started.push(footfall);
    return await runBench(bare.url, footfall, options);
  } finally {
    await stopAll();
  }
}

async function runBench(bareUrl: string, footfall: FootfallServer, options: Options): Promise<number> {
  const bodies = buildPageviews(footfall.website);
  const bareTarget: Target = { name: 'bare server', url: bareUrl, key: footfall.key, bodies };
  const footfallTarget: Target = { ...bareTarget, name: 'footfall', url: footfall.url };
  let accepted = 0;
  const loadBare = (amount: number) => load(bareTarget, amount, options);
  // What is still in the spool would be drained on the time of the other server.
  const loadFootfall = async (amount: number) => {
    const taken = await load(footfallTarget, amount, options);
    accepted += taken.accepted;
    return { ...taken, backlog: await footfall.catchUp() };
  };

  say('warm-up');
  let bare = await loadBare(warmUpRequests);
  let ours = await loadFootfall(warmUpRequests);
  const rounds: Round[] = [];
  for (let number = 1; number <= options.rounds; number++) {
    say(`round ${number} of ${options.rounds}`);
    bare = await loadBare(amountFor(bare, options));
    ours = await loadFootfall(amountFor(ours, options));
    rounds.push({ bare, footfall: ours });
  }
  const summary = buildSummary(rounds, accepted, await footfall.countStored(), options);
  process.stdout.write(formatSummary(summary));
  if (options.json) await writeFile(options.json, `${JSON.stringify(summary, null, 2)}\n`);
  return summary.stored === summary.accepted ? 0 : 1;
}

async function load(target: Target, amount: number, { connections }: Options): Promise<Load> {
  const result = await runLoad(target, amount, connections);
  say(`  ${target.name}: ${Math.round(result.perSecond)} a second for ${result.seconds.toFixed(1)} s`);
  return result;
}

/** As many as the last run says will take the seconds asked for. */
function amountFor({ perSecond }: Load, { seconds, connections }: Options): number {
  return Math.max(connections, Math.round(perSecond * seconds));
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
