/** `npm run test:model`: any number of worlds, with their progress and the smallest world of what differs. */
import { parseArgs } from 'node:util';
import { Presets, SingleBar } from 'cli-progress';
import { type DeploymentName, deploymentNames, startDeployment } from './comparison/deployment.ts';
import { describeFailure } from './comparison/describe-failure.ts';
import { type Run, runWorlds } from './comparison/run-worlds.ts';
import { shrinkFailure } from './comparison/shrink-failure.ts';
import { reportKeys } from './model.ts';

const usage = `Usage: npm run test:model -- [--worlds N] [--seed S] [--only I] [--report R] [--deployment ${deploymentNames.join('|')}]
  --worlds      how many random worlds are compared with the model (300)
  --seed        what they are drawn from; the same seed gives the same worlds (now)
  --only        compare only the world with this number, counted from 0
  --report      ask for this report alone, one of
                ${reportKeys.join(', ')}
  --deployment  where they are sent to (${deploymentNames[0]})
`;

/** A cluster takes seconds for each try. */
const shrinkingMs = 600_000;

type Options = Run & { deployment: DeploymentName };

export async function main(words: readonly string[]): Promise<number> {
  const options = parseOptions(words);
  if (!options) {
    process.stderr.write(usage);
    return 2;
  }
  const startedAt = Date.now();
  const deployment = await startDeployment(options.deployment);
  const stop = () => deployment.stop();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stop().finally(() => process.exit(1)));
  }
  try {
    say(`${options.worlds} worlds of seed ${options.seed} on ${deployment.name}`);
    const bar = new SingleBar({ format: '{bar} {value}/{total} worlds, {failures} differ' }, Presets.legacy);
    bar.start(options.worlds, 0, { failures: 0 });
    const outcome = await runWorlds(deployment, {
      ...options,
      onProgress: (worlds, failures) => bar.update(worlds, { failures }),
    });
    bar.stop();
    const [first] = outcome.failures;
    if (!first) {
      const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
      say(`${outcome.records} records, ${outcome.questions.length} questions in ${seconds} s`);
      return 0;
    }
    say(describeFailure(await shrinkFailure(deployment, first, shrinkingMs), options.seed));
    return 1;
  } finally {
    await stop();
  }
}

const say = (text: string) => process.stdout.write(`${text}\n`);

/** undefined for words that make no sense: show `usage`. */
function parseOptions(words: readonly string[]): Options | undefined {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        worlds: { type: 'string', default: '300' },
        seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
        only: { type: 'string' },
        report: { type: 'string' },
        deployment: { type: 'string', default: deploymentNames[0] },
      },
    });
    const deployment = deploymentNames.find((name) => name === values.deployment);
    const report = reportKeys.find((key) => key === values.report);
    if (!deployment || (values.report !== undefined && !report)) return undefined;
    return {
      ...{ worlds: parseWhole(values.worlds), seed: parseWhole(values.seed), deployment },
      ...(values.only !== undefined && { only: parseWhole(values.only) }),
      ...(report && { report }),
    };
  } catch {
    return undefined;
  }
}

function parseWhole(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new RangeError(`"${text}" is not a whole number.`);
  return Number(text);
}
