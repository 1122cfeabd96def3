import type { Config } from '../../config.ts';
import type { RefusedRecord, RefusedRecords } from '../../ingest/refused-records.ts';
import { type Command, type CommandInput, type Outcome, UsageError } from '../define-command.ts';
import { buildTable } from '../table.ts';

const longestReason = 80;

/** They work beside a running server and without one: several processes may open the spool. */
export const commands: readonly Command[] = [
  {
    kind: 'server',
    name: 'spool list',
    usage: '',
    summary:
      'Accepted records that the analytics engine refused, which are kept aside; their rows with --json',
    options: {},
    arguments: 0,
    run: (config, { json }) => print(json, async () => showRefused(await withSpool(config, listAll, []))),
  },
  {
    kind: 'server',
    name: 'spool retry',
    usage: '[--all | NAME …]',
    summary: 'Send refused records again: by the running server, or by the next that starts',
    options: { all: { type: 'boolean' } },
    arguments: 'any',
    run: (config, input) => print(input.json, () => retry(config, input)),
  },
];

async function print(json: boolean, run: () => Promise<Outcome>): Promise<void> {
  const { value, text } = await run();
  process.stdout.write(`${json ? JSON.stringify(value) : text}\n`);
}

const listAll = async (refused: RefusedRecords) => refused.list();

/** `nothing` where there is no spool. */
async function withSpool<Result>(
  { spoolDirectory }: Config,
  work: (refused: RefusedRecords) => Promise<Result>,
  nothing: Result,
): Promise<Result> {
  const { openRefusedRecords } = await import('../../ingest/refused-records.ts');
  const refused = openRefusedRecords(spoolDirectory);
  if (!refused) return nothing;
  try {
    return await work(refused);
  } finally {
    await refused.close();
  }
}

function showRefused(records: readonly RefusedRecord[]): Outcome {
  const value = records.map(({ refusedAt, ...record }) => ({
    ...record,
    refusedAt: new Date(refusedAt).toISOString(),
  }));
  const lines = value.map(({ name, tables, refusedAt, reason }) => [
    name,
    tables.join(' '),
    refusedAt,
    reason.replaceAll(/\s+/g, ' ').slice(0, longestReason),
  ]);
  const text = buildTable(['NAME', 'TABLES', 'REFUSED', 'REASON'], lines);
  return { value, text: records.length === 0 ? 'Nothing was refused.' : text };
}

async function retry(config: Config, { flags, arguments: names }: CommandInput): Promise<Outcome> {
  const isAll = flags.all === true;
  if (isAll === names.length > 0) throw new UsageError('Name the records to send again, or say --all.');
  const wanted = isAll ? 'all' : names;
  const none = { count: 0, unknown: names };
  const { count, unknown } = await withSpool(config, (refused) => refused.retry(wanted), none);
  if (unknown.length > 0) throw new Error(`There is no refused record ${unknown.join(', ')}.`);
  return { value: { retried: count }, text: `${count} to be sent again.` };
}
