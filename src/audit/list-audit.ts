import type { WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';
import { type Page, type PageRequest, runPage } from '../store/control/page.ts';
import { type AuditEntry, buildAuditEntry } from './audit-entry.ts';

/** Of the workspace, and sign-ins of the people who belong to it; the newest first. */
export function listAudit(
  { db }: Control,
  workspaceId: WorkspaceId,
  page: PageRequest,
): Promise<Page<AuditEntry>> {
  const members = db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('users.email')
    .where('memberships.workspace_id', '=', workspaceId);
  const query = db
    .selectFrom('audit_entries')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('workspace_id', '=', workspaceId),
        eb.and([eb('workspace_id', 'is', null), eb('actor', 'in', members)]),
      ]),
    );
  return runPage(query, page, buildAuditEntry);
}

const mostExported = 100_000;

/** All that is kept, as far as a file of them can be read. */
export async function listAllAudit(control: Control, workspaceId: WorkspaceId): Promise<AuditEntry[]> {
  return (await listAudit(control, workspaceId, { limit: mostExported })).items;
}
