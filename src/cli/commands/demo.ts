import type { Config } from '../../config.ts';
import type { Demo } from '../../demo/demo.ts';
import type { Running } from '../../main.ts';
import { type Command, type Flags, findWhole } from '../define-command.ts';
import { showProgress } from '../show-progress.ts';
import { untilStopped } from '../until-stopped.ts';

const defaultSeed = 1;
const defaultVisitors = 16_000;

const demo: Command = {
  kind: 'server',
  name: 'demo',
  usage: '[--seed N] [--visitors N] [--still]',
  summary:
    'Make a workspace with 90 days of made-up traffic, once, and run the server on it. Visitors keep coming, but with --still',
  options: { seed: { type: 'string' }, visitors: { type: 'string' }, still: { type: 'boolean' } },
  arguments: 0,
  async run(config, { flags, json }) {
    await untilStopped(startDemo(config, parseSize(flags), json));
  },
};

export const commands = [demo];

type Size = { seed: number; visitors: number; still: boolean };

function parseSize(flags: Flags): Size {
  return {
    seed: findWhole(flags, 'seed') ?? defaultSeed,
    visitors: findWhole(flags, 'visitors') ?? defaultVisitors,
    still: flags.still === true,
  };
}

async function startDemo(config: Config, size: Size, json: boolean): Promise<Running> {
  const { start } = await import('../../main.ts');
  const { prepareDemo } = await import('../../demo/demo.ts');
  const interrupted = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => interrupted.abort());
  const running = await start(quiet(config), { logTo: process.stderr });
  const progress = await showProgress('Making traffic');
  try {
    const { control, analytics, url } = running;
    const made = await prepareDemo({
      ...size,
      control,
      analytics,
      signal: interrupted.signal,
      onProgress: progress.update,
    });
    progress.end();
    process.stdout.write(json ? `${JSON.stringify(buildAnswer(made, url))}\n` : describe(made, url));
    return size.still ? running : await withLiveTraffic(running, made, size.seed);
  } catch (error) {
    progress.end();
    if (interrupted.signal.aborted) return running;
    await running.stop();
    throw error;
  }
}

/** It ends before the server that it writes to. */
async function withLiveTraffic(running: Running, target: Demo, seed: number): Promise<Running> {
  const { createLiveTraffic } = await import('../../demo/live-traffic.ts');
  const { keepTicking } = await import('../../demo/keep-ticking.ts');
  const { control, analytics } = running;
  const { stop } = keepTicking(createLiveTraffic({ control, analytics, target, seed }).tick);
  return {
    ...running,
    async stop() {
      await stop();
      await running.stop();
    },
  };
}

/** A person watches: routine lines of the log would bury what is printed for them. */
function quiet(config: Config): Config {
  return config.logLevel === 'info' ? { ...config, logLevel: 'warn' } : config;
}

function buildAnswer({ workspaceId, websiteId, websiteUuid, key, signIn }: Demo, url: string) {
  return { workspaceId, websiteId, websiteUuid, key, signIn, url };
}

function describe({ workspaceId, websiteId, key, signIn, endsAt }: Demo, url: string): string {
  const lastDay = endsAt.slice(0, 10);
  const firstDay = new Date(Date.parse(lastDay) - 29 * 24 * 60 * 60_000).toISOString().slice(0, 10);
  const query = `website_id=${websiteId}&from_date=${firstDay}&to_date=${lastDay}`;
  const keyText = key
    ? `${key}  (shown only now)`
    : `shown when it was made; another: footfall key create --workspace ${workspaceId} --name Demo --scope pixel:read`;
  const passwordText = signIn.password
    ? `${signIn.password}  (shown only now)`
    : `shown when it was made; another: footfall user reset-password --email ${signIn.email} --generate`;
  return `
Footfall demo: 90 days of a coffee roaster's shop and blog, up to ${endsAt}

  Address    ${url}
  Sign in    ${signIn.email}
  Password   ${passwordText}
  Guides     ${url}/docs
  API        ${url}/docs/api
  Workspace  ${workspaceId}
  Website    ${websiteId}
  Key        ${keyText}

  curl -H 'Authorization: Bearer ${key ?? 'KEY'}' \\
    '${url}/api/v1/pixel/analytics/pages?${query}'

Ctrl+C ends it. FOOTFALL_DATA_DIR names another directory for a new demo.
`;
}
