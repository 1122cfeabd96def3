import { once } from './once.ts';
import { groupBy, inTime, keyOf } from './order.ts';
import { type Identity, isIdentity, type ModelRecord } from './record.ts';

/**
 * Who is who: visitors of one website with the same external ID are one person, also for what they did before; a visitor
 * without one is a person of its own. Of several it is the one on the best word, and of those the latest. Persons of
 * different websites are different.
 */
export type Persons = {
  personOf(record: { website: string; visitor: string }): string;
};

export const buildPersons = once((records: readonly ModelRecord[]): Persons => {
  const byVisitor = groupBy(findCounted(records), ({ website, visitor }) => keyOf(website, visitor));
  return {
    personOf({ website, visitor }) {
      const own = findBest(byVisitor.get(keyOf(website, visitor)) ?? []);
      return own ? keyOf(website, 'external', own.externalId) : keyOf(website, 'visitor', visitor);
    },
  };
});

/** From the least to the best. */
const words: readonly Identity['saidBy'][] = ['browser', 'browser with signature', 'server'];

const weightOf = ({ saidBy }: Identity): number => words.indexOf(saidBy);

/** The latest of those that are on the best word. */
export function findBest(identities: readonly Identity[]): Identity | undefined {
  const best = Math.max(...identities.map(weightOf));
  return inTime(identities.filter((identity) => weightOf(identity) === best)).at(-1);
}

/**
 * What a browser says without a signature counts for nothing where anybody better has given the external ID to any
 * visitor of the website.
 */
export const findCounted = once((records: readonly ModelRecord[]): readonly Identity[] => {
  const identities = records.filter(isIdentity);
  const idOf = ({ website, externalId }: Identity) => keyOf(website, externalId);
  const vouched = new Set(identities.filter((identity) => weightOf(identity) > 0).map(idOf));
  return identities.filter((identity) => weightOf(identity) > 0 || !vouched.has(idOf(identity)));
});
