import type { Generated } from 'kysely';
import type { BrowserIdentities } from '../../contract/browser-identities.ts';
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
  alert_events: AlertEventsTable;
  deliveries: DeliveriesTable;
  jobs: JobsTable;
  annotations: AnnotationsTable;
  record_claims: RecordClaimsTable;
  daily_salts: DailySaltsTable;
  spool_backlogs: SpoolBacklogsTable;
  leases: LeasesTable;
  daily_counts: DailyCountsTable;
  server_secrets: ServerSecretsTable;
  erasures: ErasuresTable;
  erased_subjects: ErasedSubjectsTable;
  file_rewrites: FileRewritesTable;
  audit_entries: AuditEntriesTable;
};

/** Stored less durably than the rest: losing these rows in a power failure only opens a new window. */
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
  browser_identities: Generated<BrowserIdentities>;
  /** In plain text, because signatures are checked with it. */
  identity_secret: string | null;
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
  /** Null for keys of the command line, and those made before this was noted. */
  created_by: UserId | null;
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

/** Failed attempts, by the fingerprint of who or what is tried. */
export type SignInAttemptsTable = {
  subject: string;
  /** The fingerprint of the email address that is tried; null where it is about more than one. */
  account: string | null;
  /** Of the last one that counted. */
  started_at: number;
  attempts: number;
  /** Attempts before this time are refused. */
  blocked_until: Generated<number>;
};

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
  /** Null: anybody who has the link. */
  email: string | null;
  role: Role;
  created_at: number;
  expires_at: number;
  /** Null where it was made before this was noted. */
  created_by: UserId | null;
};

/** One for each server that started while nobody could sign in. */
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
  archived_at: Generated<number | null>;
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
  segment_id: SegmentId | null;
  /** Whether a segment was chosen. With this set and no segment, the segment was deleted. */
  narrowed: Generated<Flag>;
  /** Where messages go, including the secrets of those places. */
  targets_json: Generated<string>;
  firing: Generated<Flag>;
  /** What the last message said; it may be behind, because of the limit for messages. */
  told_firing: Generated<Flag>;
  /** How often it fired since the last message without one. */
  untold: Generated<number>;
  next_check_at: Generated<number>;
  checked_at: number | null;
  /** Set after checks were missed: figures from before say nothing about visitors. */
  watched_since: Generated<number>;
  last_message_at: number | null;
  message_before_at: number | null;
  tested_at: number | null;
  /** What the last check found, for people. */
  words: string | null;
  /** Why the last check found nothing out. */
  error: string | null;
};

/** Each time that an alert fired. */
export type AlertEventsTable = {
  id: string;
  alert_id: string;
  workspace_id: WorkspaceId;
  started_at: number;
  /** Null while it lasts. */
  ended_at: number | null;
  words: string;
  chart_json: string;
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
  /** Of the day in `timezone`, at which it is sent. */
  hour: Generated<number>;
  /** Whether a segment was chosen. With this set and no segment, the segment was deleted. */
  narrowed: Generated<Flag>;
  /** Those of the recipients who do not want it. */
  unsubscribed_json: Generated<string>;
  /** Signs the links by which recipients unsubscribe. */
  unsubscribe_secret: Generated<string>;
  /** Why it was not sent when it last should have been. */
  error: string | null;
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
  /**
   * Whether a segment was chosen: once it is deleted, `segment_id` is null and the link must not show everything
   * instead.
   */
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
  /** Who wrote it: an email address, or the name of an API key. */
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
  /** The other claims of the request; null where there are none, and in rows of releases before this column. */
  claims_json: string | null;
  created_at: number;
  expires_at: number | null;
  /** Of idempotency keys; null in rows of releases before this column. */
  workspace_id: WorkspaceId | null;
};

/** Days since 1970 in UTC, and the salt of that day's cookieless visitors. */
export type DailySaltsTable = { day: number; salt: string };

/** Spools that hold records the engine does not have yet. */
export type SpoolBacklogsTable = { spool_id: string; oldest_accepted_at: number };

/** Which server does what only one should do, and until when. */
export type LeasesTable = { name: string; holder: string; expires_at: number };

/** Work that comes again, done by whichever server claims it. */
export type JobsTable = {
  name: string;
  due_at: number;
  /** The server that runs it; its lease ends at `held_until` unless it is renewed. */
  holder: string | null;
  held_until: number | null;
  started_at: number | null;
  finished_at: number | null;
  failed_at: number | null;
  /** Of the last run; null where it went well. */
  error: string | null;
  runs: Generated<number>;
};

/** Messages on their way out of the product: mails and webhooks. */
export type DeliveriesTable = {
  id: string;
  workspace_id: WorkspaceId;
  kind: 'report' | 'alert';
  /** The scheduled report or the alert. */
  subject_id: string;
  /** What must not be sent twice has the same key. */
  once_key: string;
  channel: string;
  payload_json: string;
  state: 'waiting' | 'sent' | 'failed';
  attempts: Generated<number>;
  due_at: number;
  holder: string | null;
  held_until: number | null;
  /** Of the last attempt. */
  error: string | null;
  created_at: number;
  sent_at: number | null;
};

/** How often something happened on a day (since 1970 in UTC), by the fingerprint of who did it. */
export type DailyCountsTable = { subject: string; day: number; count: number };

/** Secrets that all servers on the database share. */
export type ServerSecretsTable = { name: string; secret: string };

/** Receipts: that a person was erased, and nothing of who it was. */
export type ErasuresTable = {
  id: string;
  workspace_id: WorkspaceId;
  /** The public ID; null where it was about all websites. */
  website_id: string | null;
  named_by: 'visitor_id' | 'external_id';
  /** An email address, or the name of an API key. */
  erased_by: string;
  erased_json: string;
  /** The server whose files held the records. */
  server_id: string;
  created_at: number;
  /** Null until the files are free of it too. */
  files_clean_at: number | null;
};

/** Records of these subjects that were accepted before `erased_at` must not be stored any more. */
export type ErasedSubjectsTable = { fingerprint: string; erased_at: number };

/** When something was last deleted from a server's files, and when they were last rewritten. */
export type FileRewritesTable = { server_id: string; deleted_at: number; rewritten_at: number | null };

/** Who did what. Nothing secret, and nothing of what was deleted. */
export type AuditEntriesTable = {
  id: string;
  /** Null where it is about a person who may belong to many. */
  workspace_id: WorkspaceId | null;
  created_at: number;
  actor_kind: 'person' | 'key' | 'command_line' | 'nobody';
  actor: string;
  /** A part of the address; '' where there is none. */
  network: string;
  action: string;
  subject: string;
};

export type RateLimitWindowsTable = {
  workspace_id: WorkspaceId;
  started_at: number;
  requests: number;
};
