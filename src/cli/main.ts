/** The command line: `footfall <noun> <verb> [flags] [--json]`. It reads words and prints; verbs live elsewhere. */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Config, parseConfig } from '../config.ts';
import { requirePrivateDirectory } from '../store/private-directory.ts';
import { version } from '../version.ts';
import { auditCommand } from './audited-commands.ts';
import { type Command, type CommandInput, type Flags, UsageError } from './define-command.ts';

/** By its first word: a command loads only what it needs itself. */
const loaders = new Map<string, () => Promise<{ commands: readonly Command[] }>>([
  ['serve', () => import('./commands/serve.ts')],
  ['demo', () => import('./commands/demo.ts')],
  ['rebuild', () => import('./commands/rebuild.ts')],
  ['workspace', () => import('./commands/workspace.ts')],
  ['website', () => import('./commands/website.ts')],
  ['key', () => import('./commands/key.ts')],
  ['user', () => import('./commands/user.ts')],
  ['annotate', () => import('./commands/annotate.ts')],
  ['person', () => import('./commands/person.ts')],
  ['audit', () => import('./commands/audit.ts')],
  ['compact', () => import('./commands/compact.ts')],
  ['spool', () => import('./commands/spool.ts')],
  ['jobs', () => import('./commands/jobs.ts')],
]);

const failed = 1;
const wrongUsage = 2;

// Whatever is made below the data directory is for its owner alone, also where the directory itself is open to others.
process.umask(0o077);
process.exitCode = await run(process.argv.slice(2));

async function run(words: readonly string[]): Promise<number> {
  const command = await findCommand(words);
  if (words.length === 0 || words.includes('--help') || words[0] === 'help') {
    process.stdout.write(command ? buildCommandHelp(command) : await buildHelp());
    return words.length === 0 ? wrongUsage : 0;
  }
  if (words[0] === '--version') {
    process.stdout.write(`${words.includes('--json') ? JSON.stringify({ version }) : version}\n`);
    return 0;
  }
  if (!command) {
    process.stderr.write(`There is no command "${words.join(' ')}".\n\n${await buildHelp()}`);
    return wrongUsage;
  }
  try {
    await runCommand(command, words.slice(command.name.split(' ').length), parseConfig(process.env));
    return 0;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const usage = error instanceof UsageError ? `\nUsage: footfall ${command.name} ${command.usage}` : '';
    process.stderr.write(`${message}${usage}\n`);
    return error instanceof UsageError ? wrongUsage : failed;
  }
}

async function findCommand(words: readonly string[]): Promise<Command | undefined> {
  const loaded = await loaders.get(words[0] ?? '')?.();
  return loaded?.commands.find(({ name }) => name === words.slice(0, name.split(' ').length).join(' '));
}

async function runCommand(command: Command, words: readonly string[], config: Config): Promise<void> {
  const { json, input } = parseWords(command, words);
  closeDataDirectory(command, config);
  if (command.kind === 'server') return command.run(config, { ...input, json });
  const { openControl } = await import('../store/control/open-control.ts');
  const control = await openControl(
    config.postgresUrl ? { postgresUrl: config.postgresUrl } : { sqlitePath: config.sqlitePath },
  );
  try {
    const { value, text } = await command.run(control, input, config);
    await auditCommand(control, command.name, input);
    process.stdout.write(`${json ? JSON.stringify(value) : text}\n`);
  } finally {
    await control.close();
  }
}

/** The server does it itself, and tells its log. A command makes no directory that it may not need. */
function closeDataDirectory({ name }: Command, { dataDirectory }: Config): void {
  if (name === 'serve' || !existsSync(dataDirectory)) return;
  requirePrivateDirectory(dataDirectory, (message) => process.stderr.write(`${message}\n`));
}

function parseWords(command: Command, words: readonly string[]): { json: boolean; input: CommandInput } {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: { ...command.options, json: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    if (command.arguments !== 'any' && positionals.length !== command.arguments) {
      throw new UsageError(
        `Expected ${command.arguments} argument(s) beside the flags, got ${positionals.length}.`,
      );
    }
    const { json, ...flags }: Flags = values;
    return { json: json === true, input: { flags, arguments: positionals } };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function buildUsage({ name, usage, summary }: Command): string {
  return `  footfall ${name} ${usage}\n      ${summary}`;
}

function buildCommandHelp(command: Command): string {
  return [buildUsage(command), ...(command.help ? [command.help()] : [])].join('\n\n').concat('\n');
}

async function buildHelp(): Promise<string> {
  const all = await Promise.all([...loaders.values()].map((load) => load()));
  const lines = all.flatMap(({ commands }) => commands.map(buildUsage));
  return `Footfall: website analytics that you run yourself.\n\n${lines.join('\n')}\n\nAdd --json for one JSON value. footfall --version names the release.\n`;
}
