import type { Control } from '../store/control/open-control.ts';
import { newOrderedUuid } from '../store/control/ordered-id.ts';
import type { NewAuditEntry } from './audit-entry.ts';
import { shortenAddress } from './shorten-address.ts';

const longestText = 255;

export async function recordAudit(
  { db }: Control,
  { workspaceId, actor, action, subject }: NewAuditEntry,
  now: number,
): Promise<void> {
  await db
    .insertInto('audit_entries')
    .values({
      id: newOrderedUuid(now),
      workspace_id: workspaceId,
      created_at: now,
      actor_kind: actor.kind,
      actor: actor.name.slice(0, longestText),
      network: shortenAddress(actor.address),
      action,
      subject: subject.slice(0, longestText),
    })
    .execute();
}
