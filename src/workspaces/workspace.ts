/** Workspaces: the tenants, with their request limit and retention. Nothing here reads what they own. */
import type { WorkspaceId } from '../contract/ids.ts';
import { ControlError } from '../store/control/control-error.ts';

export type Workspace = {
  id: WorkspaceId;
  name: string;
  rateLimit: number;
  /** Null keeps records for ever. */
  retentionDays: number | null;
};

export type WorkspaceSettings = { name?: string; rateLimit?: number; retentionDays?: number | null };

export const workspaceColumns = ['id', 'name', 'rate_limit', 'retention_days'] as const;

type WorkspaceRow = { id: WorkspaceId; name: string; rate_limit: number; retention_days: number | null };

export function buildWorkspace(row: WorkspaceRow): Workspace {
  return { id: row.id, name: row.name, rateLimit: row.rate_limit, retentionDays: row.retention_days };
}

const maxNameLength = 255;
/** The columns are 32-bit integers on PostgreSQL. */
const maxInteger = 2_147_483_647;

export function requireUsableSettings({ name, rateLimit, retentionDays }: WorkspaceSettings): void {
  if (name !== undefined && (name.trim() === '' || name.length > maxNameLength)) {
    throw new ControlError('invalid_value', `A workspace needs a name of 1 to ${maxNameLength} characters.`);
  }
  if (rateLimit !== undefined && !isPositiveInteger(rateLimit)) {
    throw new ControlError('invalid_value', 'The rate limit must be a whole number of at least 1.');
  }
  if (retentionDays !== undefined && retentionDays !== null && !isPositiveInteger(retentionDays)) {
    throw new ControlError('invalid_value', 'The retention must be a whole number of at least 1 day.');
  }
}

function isPositiveInteger(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= maxInteger;
}
