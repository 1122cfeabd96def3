import { createInterface } from 'node:readline';
import type { Config } from '../../config.ts';
import { systemClock } from '../../contract/clock.ts';
import type { UserId, WorkspaceId } from '../../contract/ids.ts';
import { createAttemptCounter } from '../../limits/attempt-counter.ts';
import { ControlError } from '../../store/control/control-error.ts';
import type { Control } from '../../store/control/open-control.ts';
import { changePassword } from '../../users/change-password.ts';
import { createUser } from '../../users/create-user.ts';
import { listUsers } from '../../users/list-users.ts';
import { generatePassword } from '../../users/password.ts';
import { createPasswordReset, findUserByEmail } from '../../users/password-resets.ts';
import { turnOffTotp } from '../../users/totp.ts';
import { type Command, type Outcome, requireText } from '../define-command.ts';
import { buildTable } from '../table.ts';

export const commands: readonly Command[] = [
  {
    kind: 'control',
    name: 'user create',
    usage: '--workspace ID --email E  (password from standard input, else one is made)',
    summary: 'Let a person sign in',
    options: { workspace: { type: 'string' }, email: { type: 'string' } },
    arguments: 0,
    async run(control, { flags }) {
      const workspaceId = requireText(flags, 'workspace') as WorkspaceId;
      const email = requireText(flags, 'email');
      const given = await readPassword();
      const password = given || generatePassword();
      const { isNew, ...user } = await createUser(control, { workspaceId, email, password }, systemClock);
      const shown = isNew && !given ? { password } : {};
      const hint = buildPasswordHint(isNew, given, password);
      return {
        value: { ...user, ...shown },
        text: `${user.email} is ${user.role} of ${workspaceId}.${hint}`,
      };
    },
  },
  {
    kind: 'control',
    name: 'user list',
    usage: '',
    summary: 'Everyone who can sign in',
    options: {},
    arguments: 0,
    async run(control) {
      const users = await listUsers(control);
      const rows = users.map(({ id, email, hasTotp, workspaces }) => [
        id,
        email,
        hasTotp ? 'yes' : 'no',
        workspaces.map(({ name, role }) => `${name} (${role})`).join(', '),
      ]);
      return { value: users, text: buildTable(['ID', 'EMAIL', 'TWO FACTORS', 'WORKSPACES'], rows) };
    },
  },
  {
    kind: 'control',
    name: 'user reset-password',
    usage: '--email E [--generate] [--turn-off-totp]',
    summary: 'A link that sets a new password, or with --generate a new password; all sign-ins end',
    options: {
      email: { type: 'string' },
      generate: { type: 'boolean' },
      'turn-off-totp': { type: 'boolean' },
    },
    arguments: 0,
    async run(control, { flags }, config) {
      const email = requireText(flags, 'email');
      const user = await findUserByEmail(control, email);
      if (user === undefined) throw new ControlError('unknown_user', `Nobody signs in as "${email}".`);
      if (flags['turn-off-totp'] === true) await turnOffTotp(control, user.id);
      return flags.generate === true ? setGenerated(control, user) : offerLink(control, user, config);
    },
  },
];

function buildPasswordHint(isNew: boolean, given: string, made: string): string {
  if (isNew) return given ? '' : `\nPassword, shown only now: ${made}`;
  return '\nThey could sign in before, and their password stays: `user reset-password` sets a new one.';
}

type KnownUser = { id: UserId; email: string };

async function setGenerated(control: Control, { id, email }: KnownUser): Promise<Outcome> {
  const password = generatePassword();
  await changePassword(control, id, password);
  await createAttemptCounter(control, systemClock).forgive(email);
  return { value: { id, email, password }, text: `Password of ${email}, shown only now: ${password}` };
}

async function offerLink(control: Control, { id, email }: KnownUser, config: Config): Promise<Outcome> {
  const token = await createPasswordReset(control, id, systemClock());
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  const link = `${config.publicUrl ?? `http://${host}:${config.port}`}/reset/${token}`;
  return {
    value: { id, email, token, link },
    text: `Within an hour ${email} can set a new password here, once:\n${link}`,
  };
}

/** A program that starts this one may leave the pipe open without ever writing into it. */
const longestWaitMs = 5_000;

/** The first line of a pipe or file; nothing when a person sits at the terminal. */
async function readPassword(): Promise<string> {
  const { stdin } = process;
  if (stdin.isTTY) return '';
  const lines = createInterface({ input: stdin });
  const timer = setTimeout(() => lines.close(), longestWaitMs);
  try {
    for await (const line of lines) return line;
    return '';
  } finally {
    clearTimeout(timer);
    stdin.destroy();
  }
}
