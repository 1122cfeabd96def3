/**
 * Who did what, for owners to look up later. What lives here: entries, for how long they are kept, how they are listed.
 * What must not: anything secret, or anything of what was deleted.
 */
import type { WorkspaceId } from '../contract/ids.ts';
import type { AuditEntriesTable } from '../store/control/schema.ts';

export type Actor = {
  kind: AuditEntriesTable['actor_kind'];
  /** An email address, or the name of an API key. */
  name: string;
  /** Shortened before it is kept; undefined where there is none. */
  address?: string | undefined;
};

export type NewAuditEntry = {
  workspaceId: WorkspaceId | null;
  actor: Actor;
  action: string;
  /** What it was done to, by a name that people know. */
  subject: string;
};

export type AuditEntry = {
  id: string;
  at: string;
  actorKind: Actor['kind'];
  actor: string;
  network: string;
  action: string;
  subject: string;
};

export function buildAuditEntry(row: AuditEntriesTable): AuditEntry {
  const { id, created_at, actor_kind, actor, network, action, subject } = row;
  return {
    id,
    at: new Date(created_at).toISOString(),
    actorKind: actor_kind,
    actor,
    network,
    action,
    subject,
  };
}
