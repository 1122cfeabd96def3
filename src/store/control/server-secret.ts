import { newSecret } from '../../contract/secret.ts';
import type { Control } from './open-control.ts';

/** Shared by all servers on the database; made by whichever asks first. */
export async function requireServerSecret({ db }: Control, name: string): Promise<string> {
  const find = () =>
    db.selectFrom('server_secrets').select('secret').where('name', '=', name).executeTakeFirst();
  const known = await find();
  if (known !== undefined) return known.secret;
  await db
    .insertInto('server_secrets')
    .values({ name, secret: newSecret() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const made = await find();
  if (made === undefined) throw new Error('A secret that was just stored is not there.');
  return made.secret;
}
