import type { Clock } from '../contract/clock.ts';
import type { WorkspaceId } from '../contract/ids.ts';
import type { RecordedPerson } from '../store/analytics/analytics-engine.ts';
import type { Control } from '../store/control/open-control.ts';
import { newOrderedUuid } from '../store/control/ordered-id.ts';
import { buildErasure, type ErasedCounts, type Erasure, type StoredErasure } from './erasure.ts';
import type { PersonName } from './person.ts';
import type { Asking } from './person-records.ts';
import { resolvePerson } from './resolve-person.ts';

export type ErasureParts = {
  control: Control;
  clock: Clock;
  /** The server whose files hold the records. */
  serverId: string;
  /** Resolves when everything accepted before can be found. */
  catchUp(): Promise<void>;
  eraseRecords(
    website: { workspaceId: WorkspaceId; websiteId: string },
    person: RecordedPerson,
  ): Promise<ErasedCounts>;
};

export type ErasureRequest = {
  websiteIds: readonly string[];
  /** Null where it is about all websites of the workspace. */
  websiteId: string | null;
  name: PersonName;
  erasedBy: string;
};

/** Also notes persons of whom nothing is stored yet, so that records which still wait in spools are left out. */
export async function erasePerson(
  { control, clock, serverId, catchUp, eraseRecords }: ErasureParts,
  { engine, workspaceId, signal }: Asking,
  { websiteIds, websiteId, name, erasedBy }: ErasureRequest,
): Promise<Erasure> {
  await catchUp();
  const stored: StoredErasure = { visitors: 0, counts: { ...nothing } };
  for (const each of websiteIds) {
    const person = await resolvePerson(engine, workspaceId, each, name, signal);
    const counts = await eraseRecords({ workspaceId, websiteId: each }, person);
    stored.visitors +=
      counts.hits + counts.conversions + counts.payments + counts.identities > 0
        ? person.visitorIds.length
        : 0;
    for (const kind of kinds) stored.counts[kind] += counts[kind];
  }
  const now = clock();
  const row = await control.db
    .insertInto('erasures')
    .values({
      id: newOrderedUuid(now),
      workspace_id: workspaceId,
      website_id: websiteId,
      named_by: 'visitorId' in name ? 'visitor_id' : 'external_id',
      erased_by: erasedBy,
      erased_json: JSON.stringify(stored),
      server_id: serverId,
      created_at: now,
      files_clean_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return buildErasure(row);
}

const nothing: ErasedCounts = { hits: 0, conversions: 0, payments: 0, identities: 0, refused: 0, answers: 0 };
const kinds = Object.keys(nothing) as (keyof ErasedCounts)[];
