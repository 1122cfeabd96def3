/** Which calls are written into the audit log, and how they are named there. No other call is logged. */
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../audit/audit-entry.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Clock } from '../contract/clock.ts';
import type { WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';

type Params = Readonly<Record<string, string>>;
// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape, checked by their route.
type Body = any;

/** Look-ups are bound to the workspace of the call. */
type Asked = { control: Control; workspaceId: WorkspaceId; params: Params; body: Body };

type Audited = {
  action: string;
  /** Found before the call, while what it deletes is still there. */
  subject?(call: Asked): Promise<string> | string;
  /** Names the actor where nobody is signed in yet. */
  actor?(body: Body): string;
  /** Finds the workspace where the address of the route does not name it. */
  workspaceOf?(result: Body): string;
  /** Finds the subject in the answer, where it is known only then. */
  subjectOf?(result: Body): string;
};

const nameOf =
  (table: 'api_keys' | 'share_links') =>
  async ({ control, workspaceId, params: { id = '' } }: Asked): Promise<string> => {
    const row = await control.db
      .selectFrom(table)
      .select('name')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id as never)
      .executeTakeFirst();
    return row?.name ?? '';
  };

async function emailOf({ control, workspaceId, params: { userId = '' } }: Asked): Promise<string> {
  const row = await control.db
    .selectFrom('users')
    .innerJoin('memberships', 'memberships.user_id', 'users.id')
    .select('users.email')
    .where('memberships.workspace_id', '=', workspaceId)
    .where('users.id', '=', userId as never)
    .executeTakeFirst();
  return row?.email ?? '';
}

async function domainOf({ control, workspaceId, params: { uuid = '' } }: Asked): Promise<string> {
  const row = await control.db
    .selectFrom('websites')
    .select('allowed_domains_json')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', uuid as never)
    .executeTakeFirst();
  return row ? String(JSON.parse(row.allowed_domains_json)[0] ?? '') : '';
}

const given =
  (field: string) =>
  ({ body }: Asked): string =>
    String(body?.[field] ?? '');

/** Routes of the dashboard, by method and path. */
export const auditedRoutes: Readonly<Record<string, Audited>> = {
  'POST /sign-in': { action: 'signed_in', actor: (body) => body.email },
  'POST /sign-out': { action: 'signed_out' },
  'POST /password': { action: 'password_changed' },
  'POST /totp/confirm': { action: 'two_factor_turned_on' },
  'DELETE /totp': { action: 'two_factor_turned_off' },
  'DELETE /sign-ins': { action: 'sign_ins_ended' },
  'DELETE /sign-ins/:id': { action: 'sign_ins_ended' },
  'POST /keys': { action: 'key_created', subject: given('name') },
  'DELETE /keys/:id': { action: 'key_revoked', subject: nameOf('api_keys') },
  'POST /invitations': {
    action: 'member_invited',
    subject: ({ body }) => body.email ?? 'whoever has the link',
  },
  'DELETE /invitations/:id': { action: 'invitation_withdrawn' },
  'POST /invitations/:token': { action: 'member_joined', workspaceOf: ({ workspaceId }) => workspaceId },
  'PATCH /members/:userId': {
    action: 'member_role_changed',
    subject: async (asked) => `${await emailOf(asked)}: ${asked.body.role}`,
  },
  'DELETE /members/:userId': { action: 'member_removed', subject: emailOf },
  'POST /share-links': { action: 'share_link_created', subject: given('name') },
  'PATCH /share-links/:id': { action: 'share_link_changed', subject: nameOf('share_links') },
  'DELETE /share-links/:id': { action: 'share_link_revoked', subject: nameOf('share_links') },
  'PATCH ': { action: 'settings_changed', subject: ({ body }) => Object.keys(body ?? {}).join(', ') },
  'POST /websites': { action: 'website_created', subject: ({ body }) => String(body.domains[0] ?? '') },
  'PATCH /websites/:uuid': { action: 'website_changed', subject: domainOf },
  'PATCH /websites/:uuid/identities': { action: 'website_changed', subject: domainOf },
  'POST /websites/:uuid/identities/secret': { action: 'signing_secret_made', subject: domainOf },
  'DELETE /websites/:uuid': { action: 'website_deleted', subject: domainOf },
  'DELETE /records': { action: 'records_deleted', subject: given('confirm') },
};

const websiteOf = ({ params, body }: Asked) => String(body?.website_id ?? params.website_id ?? '');

/** Endpoints of the API, also where the dashboard asks them. */
export const auditedEndpoints: Readonly<Record<string, Audited>> = {
  'DELETE /pixel/goals': { action: 'conversions_deleted', subject: websiteOf },
  'DELETE /pixel/payments': { action: 'payments_deleted', subject: websiteOf },
  'POST /pixel/persons/export': { action: 'person_exported', subject: websiteOf },
  'POST /pixel/persons/erase': { action: 'person_erased', subjectOf: ({ id }) => `receipt ${id}` },
};

export type AuditedCall = {
  /** As the tables above name it. */
  name: string;
  request: FastifyRequest;
  params: Params;
  body: unknown;
  actor: Pick<Actor, 'kind' | 'name'> | undefined;
  workspaceId: string | undefined;
};

export type Audit = {
  /** Runs the call, and logs it where it succeeded. */
  around<Result>(call: AuditedCall, work: () => Promise<Result>): Promise<Result>;
};

export function createAudit(control: Control, clock: Clock, table: Readonly<Record<string, Audited>>): Audit {
  return {
    async around(call, work) {
      const audited = table[call.name];
      if (!audited) return work();
      const { params, body, request } = call;
      const ofWorkspace = call.workspaceId as WorkspaceId;
      const subject = await audited.subject?.({ control, workspaceId: ofWorkspace, params, body });
      const result = await work();
      const actor = call.actor ?? { kind: 'person' as const, name: String(audited.actor?.(body) ?? '') };
      const workspaceId = call.workspaceId ?? audited.workspaceOf?.(result) ?? null;
      await recordAudit(
        control,
        {
          workspaceId: workspaceId as WorkspaceId | null,
          actor: { ...actor, address: request.ip },
          action: audited.action,
          subject: subject ?? audited.subjectOf?.(result) ?? '',
        },
        clock(),
      );
      return result;
    },
  };
}
