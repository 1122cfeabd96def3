import { once } from './once.ts';
import { groupBy, inTime, keyOf } from './order.ts';
import { isIdentity, type ModelRecord } from './record.ts';

/**
 * Who is who: visitors of one website whose latest external ID is the same are one person, also for what they did
 * before; a visitor without one is a person of its own. Persons of different websites are different.
 */
export type Persons = {
  personOf(record: { website: string; visitor: string }): string;
};

export const buildPersons = once((records: readonly ModelRecord[]): Persons => {
  const byVisitor = groupBy(inTime(records.filter(isIdentity)), ({ website, visitor }) =>
    keyOf(website, visitor),
  );
  return {
    personOf({ website, visitor }) {
      const latest = byVisitor.get(keyOf(website, visitor))?.at(-1);
      return latest ? keyOf(website, 'external', latest.externalId) : keyOf(website, 'visitor', visitor);
    },
  };
});
