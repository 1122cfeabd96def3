import type { PersonName } from './person.ts';
import { type Asking, countRecords, type RecordCounts } from './person-records.ts';
import { resolvePerson } from './resolve-person.ts';

/** What is recorded of a person on one website; no record itself. */
export type FoundPerson = {
  website_id: string;
  visitor_ids: readonly string[];
  identified: boolean;
  first_seen: string;
  last_seen: string;
  sessions: number;
  records: RecordCounts;
};

/** Of the websites on which anything is. */
export async function findPerson(
  asking: Asking,
  websiteIds: readonly string[],
  name: PersonName,
): Promise<FoundPerson[]> {
  const found: FoundPerson[] = [];
  for (const websiteId of websiteIds) {
    const person = await resolvePerson(asking.engine, asking.workspaceId, websiteId, name, asking.signal);
    const { counts, sessions, first, last } = await countRecords(asking, person);
    if (!Number.isFinite(first)) continue;
    found.push({
      website_id: websiteId,
      visitor_ids: person.visitorIds,
      identified: person.externalHashes.length > 0,
      first_seen: new Date(first).toISOString(),
      last_seen: new Date(last).toISOString(),
      sessions,
      records: counts,
    });
  }
  return found;
}
