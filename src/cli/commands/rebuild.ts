import { existsSync } from 'node:fs';
import { type Config, ConfigError } from '../../config.ts';
import type { Command } from '../define-command.ts';
import { showProgress } from '../show-progress.ts';

const rebuild: Command = {
  kind: 'server',
  name: 'rebuild',
  usage: '',
  summary:
    'Derive visits, pages and credits anew from the records, while no server runs on the data directory',
  options: {},
  arguments: 0,
  async run(config, { json }) {
    const beganAt = performance.now();
    await rebuildDerived(config);
    const seconds = Math.round((performance.now() - beganAt) / 100) / 10;
    const text = `Derived visits, pages and credits of ${config.enginePath} anew in ${seconds} s.`;
    process.stdout.write(`${json ? JSON.stringify({ rebuilt: true, seconds }) : text}\n`);
  },
};

export const commands = [rebuild];

async function rebuildDerived(config: Config): Promise<void> {
  requireRecords(config);
  const { lockDataDirectory } = await import('../../store/lock-data-directory.ts');
  const { startEmbedded } = await import('../../store/analytics/open-analytics.ts');
  const lock = lockDataDirectory(config.dataDirectory);
  try {
    const engine = await startEmbedded(config, writeTroubles);
    const progress = await showProgress('Deriving');
    try {
      await engine.rebuild(progress.update);
    } finally {
      progress.end();
      await engine.close();
    }
  } finally {
    lock.release();
  }
}

/**
 * A ClickHouse has nothing to rebuild. Where the file is missing, opening it would create an empty one, perhaps in a
 * wrong directory.
 */
function requireRecords({ clickhouseUrl, enginePath }: Config): void {
  if (clickhouseUrl !== undefined) {
    throw new ConfigError(
      'CLICKHOUSE_URL is set, and there is nothing to rebuild in a ClickHouse: this is for the embedded engine.',
    );
  }
  if (!existsSync(enginePath)) {
    throw new ConfigError(`There are no records to rebuild from: ${enginePath} does not exist.`);
  }
}

const ignore = () => undefined;
const write = (_: object, message: string) => void process.stderr.write(`${message}\n`);
const writeTroubles = { debug: ignore, info: ignore, warn: write, error: write };
