import type { WorkspaceId } from '../../contract/ids.ts';
import type { Erasure } from '../../persons/erasure.ts';
import type { FoundPerson } from '../../persons/find-person.ts';
import { requireErasure } from '../../persons/list-erasures.ts';
import { type Command, type Flags, requireText, UsageError } from '../define-command.ts';
import { buildTable } from '../table.ts';
import type { Server } from '../with-server.ts';

const options = {
  workspace: { type: 'string' },
  website: { type: 'string' },
  'visitor-id': { type: 'string' },
  'external-id': { type: 'string' },
} as const;

const usage = '--workspace ID [--website ff_…] (--visitor-id ID | --external-id ID)';

type Verb = Pick<Command, 'name' | 'usage' | 'summary' | 'options'> & {
  run(server: Server, flags: Flags): Promise<{ value: unknown; text: string }>;
};

const verbs: readonly Verb[] = [
  {
    name: 'person find',
    usage,
    summary: 'What is recorded of a person, on one website or on all of a workspace',
    options,
    async run({ call }, flags) {
      const found = (await call('POST', '/pixel/persons/find', parsePerson(flags))) as {
        websites: FoundPerson[];
      };
      return { value: found, text: describeFound(found.websites) };
    },
  },
  {
    name: 'person export',
    usage,
    summary: 'Everything recorded of a person, as JSON',
    options,
    async run({ call }, flags) {
      const exported = await call('POST', '/pixel/persons/export', parsePerson(flags));
      return { value: exported, text: JSON.stringify(exported, undefined, 2) };
    },
  },
  {
    name: 'person erase',
    usage: `${usage} --yes [--now]`,
    summary: 'Erase a person for ever; with --now the files are free of it when the command ends',
    options: { ...options, yes: { type: 'boolean' }, now: { type: 'boolean' } },
    async run(server, flags) {
      const person = parsePerson(flags);
      if (flags.yes !== true) throw new UsageError('This cannot be undone. Add --yes to erase the person.');
      const body = { ...person, ...(flags.now === true && { rewrite_now: true }) };
      const erased = (await server.call('POST', '/pixel/persons/erase', body)) as Erasure;
      const workspaceId = requireText(flags, 'workspace') as WorkspaceId;
      const receipt = flags.now === true ? await untilClean(server, workspaceId, erased.id) : erased;
      return { value: receipt, text: describeReceipt(receipt) };
    },
  },
];

export const commands: readonly Command[] = verbs.map(({ run, ...verb }) => ({
  kind: 'server',
  arguments: 0,
  ...verb,
  async run(config, { flags, json }) {
    const workspaceId = requireText(flags, 'workspace') as WorkspaceId;
    parsePerson(flags);
    const { withServer } = await import('../with-server.ts');
    const { value, text } = await withServer(config, workspaceId, (server) => run(server, flags));
    process.stdout.write(`${json ? JSON.stringify(value) : text}\n`);
  },
}));

function parsePerson(flags: Flags): Record<string, string> {
  const given = (['visitor-id', 'external-id'] as const).filter((name) => flags[name] !== undefined);
  const [name] = given;
  if (name === undefined || given.length > 1) {
    throw new UsageError('Say who: --visitor-id or --external-id, one of the two.');
  }
  const website = flags.website === undefined ? {} : { website_id: requireText(flags, 'website') };
  return { ...website, [name.replace('-', '_')]: requireText(flags, name) };
}

async function untilClean(
  { control, rewrite }: Server,
  workspaceId: WorkspaceId,
  id: string,
): Promise<Erasure> {
  for (;;) {
    await rewrite();
    const receipt = await requireErasure(control, workspaceId, id);
    if (receipt.files_clean_at !== null) return receipt;
  }
}

function describeFound(websites: readonly FoundPerson[]): string {
  if (websites.length === 0) return 'Nothing is recorded of this person.';
  const rows = websites.map(({ website_id, visitor_ids, sessions, records, first_seen, last_seen }) => [
    website_id,
    visitor_ids.join(' '),
    String(sessions),
    Object.entries(records)
      .filter(([, count]) => count > 0)
      .map(([kind, count]) => `${count} ${kind}`)
      .join(', '),
    first_seen,
    last_seen,
  ]);
  return buildTable(['WEBSITE', 'VISITORS', 'VISITS', 'RECORDS', 'FIRST', 'LAST'], rows);
}

function describeReceipt({ id, analytics, spool, control, erased_at, files_clean_at }: Erasure): string {
  const counted = Object.entries({ ...analytics, ...spool, ...control }).map(
    ([kind, count]) => `${count} ${kind}`,
  );
  const files =
    files_clean_at === null
      ? 'The files are free of it after the next night, or at once with --now.'
      : `The files are free of it since ${files_clean_at}.`;
  return `Erased at ${erased_at}: ${counted.join(', ')}. ${files} Receipt ${id}.`;
}
