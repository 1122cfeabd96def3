import type { PersonName } from './person.ts';
import { type Asking, mostRecords, readRecords } from './person-records.ts';
import { resolvePerson } from './resolve-person.ts';

export type ExportedPerson = {
  website_id: string;
  visitor_ids: readonly string[];
  /** False where there are more records of a kind than one export has. */
  complete: boolean;
  records: Awaited<ReturnType<typeof readRecords>>;
};

/** Everything recorded of a person, as it was recorded. */
export async function exportPerson(
  asking: Asking,
  websiteIds: readonly string[],
  name: PersonName,
): Promise<ExportedPerson[]> {
  const exported: ExportedPerson[] = [];
  for (const websiteId of websiteIds) {
    const person = await resolvePerson(asking.engine, asking.workspaceId, websiteId, name, asking.signal);
    const records = await readRecords(asking, person);
    const lengths = Object.values(records).map((rows) => rows.length);
    if (lengths.every((length) => length === 0)) continue;
    exported.push({
      website_id: websiteId,
      visitor_ids: person.visitorIds,
      complete: lengths.every((length) => length < mostRecords),
      records,
    });
  }
  return exported;
}
