import type { Generated } from 'kysely';
import type {
  AnnotationId,
  FunnelId,
  InvitationId,
  KeyId,
  PublicWebsiteId,
  SegmentId,
  SignInId,
  UserId,
  WebsiteUuid,
  WorkspaceId,
} from '../../contract/ids.ts';

/**
 * The tables as the queries see them. Timestamps are Unix milliseconds, booleans 0 or 1, `…_json` columns
 * JSON text: the types that SQLite and PostgreSQL share.
 */
export type ControlSchema = {
  workspaces: WorkspacesTable;
  websites: WebsitesTable;
  api_keys: ApiKeysTable;
  segments: SegmentsTable;
  users: UsersTable;
  memberships: MembershipsTable;
  sign_ins: SignInsTable;
  sign_in_attempts: SignInAttemptsTable;
  recovery_codes: RecoveryCodesTable;
  password_resets: PasswordResetsTable;
  invitations: InvitationsTable;
  set_up_tokens: SetUpTokensTable;
  funnels: FunnelsTable;
  goals: GoalsTable;
  alerts: AlertsTable;
  scheduled_reports: ScheduledReportsTable;
  share_links: ShareLinksTable;
  annotations: AnnotationsTable;
  record_claims: RecordClaimsTable;
  daily_salts: DailySaltsTable;
  spool_backlogs: SpoolBacklogsTable;
  leases: LeasesTable;
};

/** Kept apart from the rest: losing these rows in a power failure only opens a new window. */
export type WindowsSchema = {
  rate_limit_windows: RateLimitWindowsTable;
};

export type Flag = 0 | 1;

export type WorkspacesTable = {
  id: WorkspaceId;
  name: string;
  rate_limit: Generated<number>;
  /** Null keeps records for ever. */
  retention_days: number | null;
  created_at: number;
  /** What the dashboard shows by default; reports take their zone from each request. */
  timezone: Generated<string>;
  currency: Generated<string>;
};

export type WebsitesTable = {
  id: WebsiteUuid;
  public_id: PublicWebsiteId;
  workspace_id: WorkspaceId;
  allowed_domains_json: string;
  created_at: number;
  /** Whether anybody may see its badge and counter. */
  has_badge: Generated<Flag>;
};

export type ApiKeysTable = {
  id: KeyId;
  workspace_id: WorkspaceId;
  name: string;
  /** SHA-256 of the whole key in hexadecimal; the key itself is stored nowhere. */
  fingerprint: string;
  prefix: string;
  scopes_json: string;
  last_used_at: number | null;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
};

export type SegmentsTable = {
  id: SegmentId;
  workspace_id: WorkspaceId;
  website_id: WebsiteUuid;
  name: string;
  filters_json: string;
  created_at: number;
  updated_at: number;
};

export type UsersTable = {
  id: UserId;
  email: string;
  password_hash: string;
  created_at: number;
  /** Base32. Asked for at sign-in once it is confirmed. */
  totp_secret: string | null;
  totp_pending_secret: string | null;
  /** The time step whose code was used last: neither it nor an earlier one is taken again. */
  totp_used_step: number | null;
};

export const roles = ['owner', 'member', 'viewer'] as const;
export type Role = (typeof roles)[number];

export type MembershipsTable = {
  user_id: UserId;
  workspace_id: WorkspaceId;
  role: Role;
  /** Null where the person joined before this was noted. */
  joined_at: number | null;
};

/** Browsers in which someone is signed in. The word session means a visit everywhere else. */
export type SignInsTable = {
  id: SignInId;
  user_id: UserId;
  /** SHA-256 of the cookie's token in hexadecimal. */
  fingerprint: string;
  created_at: number;
  last_seen_at: number;
  expires_at: number;
  browser: string;
  operating_system: string;
  country: string;
};

/** Failed attempts in a window, by the fingerprint of an e-mail address or a network address. */
export type SignInAttemptsTable = { subject: string; started_at: number; attempts: number };

export type RecoveryCodesTable = { user_id: UserId; fingerprint: string };

export type PasswordResetsTable = {
  fingerprint: string;
  user_id: UserId;
  created_at: number;
  expires_at: number;
};

export type InvitationsTable = {
  id: InvitationId;
  workspace_id: WorkspaceId;
  fingerprint: string;
  /** Null: whoever has the link. */
  email: string | null;
  role: Role;
  created_at: number;
  expires_at: number;
};

/** Of servers that started while nobody could sign in. */
export type SetUpTokensTable = { fingerprint: string; created_at: number };

export type FunnelsTable = {
  id: FunnelId;
  workspace_id: WorkspaceId;
  website_id: WebsiteUuid;
  name: string;
  steps_json: string;
  window_hours: number;
  created_at: number;
};

export type GoalsTable = {
  id: string;
  workspace_id: WorkspaceId;
  website_id: WebsiteUuid;
  name: string;
  type: 'event' | 'page';
  match: string;
  created_at: number;
};

export type AlertsTable = {
  id: string;
  workspace_id: WorkspaceId;
  website_id: WebsiteUuid;
  name: string;
  metric: string;
  condition: 'gt' | 'lt' | 'anomaly';
  threshold: number | null;
  window_minutes: number;
  channels_json: string;
  enabled: Flag;
  last_triggered_at: number | null;
  created_at: number;
};

export type ScheduledReportsTable = {
  id: string;
  workspace_id: WorkspaceId;
  website_id: WebsiteUuid;
  name: string;
  frequency: 'daily' | 'weekly' | 'monthly';
  timezone: string;
  recipients_json: string;
  segment_id: SegmentId | null;
  next_run_at: number | null;
  last_sent_at: number | null;
  created_at: number;
};

export type ShareLinksTable = {
  id: string;
  workspace_id: WorkspaceId;
  website_id: WebsiteUuid;
  name: string;
  segment_id: SegmentId | null;
  token_fingerprint: string;
  password_hash: string | null;
  expires_at: number | null;
  last_viewed_at: number | null;
  created_at: number;
  pages_json: Generated<string>;
  hides_revenue: Generated<Flag>;
  hides_visitors: Generated<Flag>;
  /** Who may show it in a frame, as Content-Security-Policy writes it. */
  frame_ancestors_json: Generated<string>;
  /** It had a segment: once that is deleted, `segment_id` is null and the link must not show everything instead. */
  is_narrowed: Generated<Flag>;
};

export type AnnotationsTable = {
  id: AnnotationId;
  workspace_id: WorkspaceId;
  website_id: WebsiteUuid;
  /** YYYY-MM-DD: the day it is about, in the workspace's time zone where it has a moment too. */
  day: string;
  /** Unix milliseconds; null where only the day is known. */
  at: number | null;
  note: string;
  /** Who wrote it: an e-mail address, or the name of an API key. */
  author: string;
  created_at: number;
  updated_at: number;
};

/** Transaction ids (kept for ever) and idempotency keys (24 h) that a record has taken. */
export type RecordClaimsTable = {
  fingerprint: string;
  /** The place in a spool whose record won; null while none has been stored. */
  owner: string | null;
  response: string | null;
  /** What else the request wanted to take; null where none was kept, as in releases that came before the column. */
  claims_json: string | null;
  created_at: number;
  expires_at: number | null;
};

/** Days since 1970 in UTC, and the salt of that day's cookieless visitors. */
export type DailySaltsTable = { day: number; salt: string };

/** Spools that hold records the engine does not have yet. */
export type SpoolBacklogsTable = { spool_id: string; oldest_accepted_at: number };

/** Which server does what only one should do, and until when. */
export type LeasesTable = { name: string; holder: string; expires_at: number };

export type RateLimitWindowsTable = {
  workspace_id: WorkspaceId;
  started_at: number;
  requests: number;
};
