/** Workspaces: the tenants, with their request limit and retention. Nothing here reads what they own. */
import type { WorkspaceId } from '../contract/ids.ts';
import { ControlError } from '../store/control/control-error.ts';
import { requireName } from '../store/control/require-name.ts';

export type Workspace = {
  id: WorkspaceId;
  name: string;
  rateLimit: number;
  /** Null keeps records for ever. */
  retentionDays: number | null;
};

/** `timezone` (IANA) and `currency` (ISO 4217) are what the dashboard shows by default. */
export type WorkspaceSettings = {
  name?: string;
  rateLimit?: number;
  retentionDays?: number | null;
  timezone?: string;
  currency?: string;
};

export const workspaceColumns = ['id', 'name', 'rate_limit', 'retention_days'] as const;

type WorkspaceRow = { id: WorkspaceId; name: string; rate_limit: number; retention_days: number | null };

export function buildWorkspace(row: WorkspaceRow): Workspace {
  return { id: row.id, name: row.name, rateLimit: row.rate_limit, retentionDays: row.retention_days };
}

/** The columns are 32-bit integers on PostgreSQL. */
const maxInteger = 2_147_483_647;

export function requireUsableSettings(settings: WorkspaceSettings): void {
  const { name, rateLimit, retentionDays, timezone, currency } = settings;
  if (name !== undefined) requireName('A workspace', name);
  if (rateLimit !== undefined && !isPositiveInteger(rateLimit)) {
    throw new ControlError('invalid_value', 'The rate limit must be a whole number of at least 1.');
  }
  if (retentionDays !== undefined && retentionDays !== null && !isPositiveInteger(retentionDays)) {
    throw new ControlError('invalid_value', 'The retention must be a whole number of at least 1 day.');
  }
  if (timezone !== undefined && !isTimeZone(timezone)) {
    throw new ControlError('invalid_value', 'The time zone must be one of IANA, such as Europe/Berlin.');
  }
  if (currency !== undefined && !/^[A-Z]{3}$/.test(currency)) {
    throw new ControlError('invalid_value', 'The currency must be three capital letters, such as EUR.');
  }
}

/** Offsets such as +02:00 are no zones: their days would be wrong for half of the year. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function isPositiveInteger(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= maxInteger;
}
