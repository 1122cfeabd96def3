import { text as readAll } from 'node:stream/consumers';
import { systemClock } from '../../contract/clock.ts';
import type { WorkspaceId } from '../../contract/ids.ts';
import { createUser } from '../../users/create-user.ts';
import { generatePassword } from '../../users/password.ts';
import { type Command, requireText } from '../define-command.ts';

export const userCommands: readonly Command[] = [
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
      const hint = shown.password ? `\nPassword, shown only now: ${shown.password}` : '';
      return {
        value: { ...user, ...shown },
        text: `${user.email} is ${user.role} of ${workspaceId}.${hint}`,
      };
    },
  },
];

/** The first line of a pipe or file; nothing when a person sits at the terminal. */
async function readPassword(): Promise<string> {
  if (process.stdin.isTTY) return '';
  return (await readAll(process.stdin)).split(/\r?\n/, 1)[0] ?? '';
}
