import { groupBy, inTime, keyOf } from './order.ts';
import { type Identity, isIdentity, type ModelRecord } from './record.ts';

/**
 * Who is who: visitors of one website whose latest external ID is the same are one person, also for what they did
 * before; a visitor without one is a person of its own. Persons of different websites are different.
 */
export type Persons = {
  personOf(record: { website: string; visitor: string }): string;
  findIdentity(website: string, visitor: string): Identity | undefined;
};

const known = new WeakMap<readonly ModelRecord[], Persons>();

export function buildPersons(records: readonly ModelRecord[]): Persons {
  const before = known.get(records);
  if (before) return before;
  const byVisitor = groupBy(inTime(records.filter(isIdentity)), ({ website, visitor }) =>
    keyOf(website, visitor),
  );
  const findIdentity = (website: string, visitor: string) => byVisitor.get(keyOf(website, visitor))?.at(-1);
  const persons: Persons = {
    findIdentity,
    personOf({ website, visitor }) {
      const identity = findIdentity(website, visitor);
      return identity ? keyOf(website, 'external', identity.externalId) : keyOf(website, 'visitor', visitor);
    },
  };
  known.set(records, persons);
  return persons;
}
