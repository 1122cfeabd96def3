import * as z from 'zod';
import { ApiError } from '../contract/errors.ts';
import type { WebsiteUuid, WorkspaceId } from '../contract/ids.ts';
import { buildIsoTime } from '../store/control/iso-time.ts';
import type { Control } from '../store/control/open-control.ts';
import { automationName } from './bodies.ts';

/** Reports match every pageview against each page goal of the website. */
const mostGoals = 50;
const mostStars = 10;
const longestMatch = 500;

/** What an owner defines. `match` is the name of an event, or a path in which `*` stands for any characters. */
export type GoalInput = { name: string; type: 'event' | 'page'; match: string };

export const goalFields = {
  name: automationName,
  type: z.enum(['event', 'page']),
  match: z
    .string()
    .max(longestMatch)
    .refine((text) => text.trim() !== '', { error: 'Must not be blank' })
    .refine((text) => text.isWellFormed() && !text.includes('\0'), { error: 'Must be text' }),
};

/** As those see it who may change it. */
export type OwnGoal = GoalInput & {
  id: string;
  websiteId: WebsiteUuid;
  createdAt: string;
  archivedAt: string | null;
};

export const goalColumns = [
  'id',
  'website_id',
  'name',
  'type',
  'match',
  'created_at',
  'archived_at',
] as const;

export type GoalRow = GoalInput & {
  id: string;
  website_id: WebsiteUuid;
  created_at: number;
  archived_at: number | null;
};

export function buildOwnGoal(row: GoalRow): OwnGoal {
  return {
    id: row.id,
    websiteId: row.website_id,
    name: row.name,
    type: row.type,
    match: row.match,
    createdAt: buildIsoTime(row.created_at),
    archivedAt: row.archived_at === null ? null : buildIsoTime(row.archived_at),
  };
}

export function refuseUnusableMatch({ type, match }: GoalInput): void {
  if (type === 'event') return;
  const stars = match.split('*').length - 1;
  if (/^[/*]/.test(match) && stars <= mostStars) return;
  throw new ApiError('invalid_body', {
    message: `A path begins with / and has at most ${mostStars} of *.`,
    details: { fieldErrors: { match: ['Begins with / and has at most 10 of *'] }, formErrors: [] },
  });
}

/** Refuses one more goal where the website has `mostGoals`; archived ones do not count. */
export async function refuseTooMany(
  { db }: Control,
  workspaceId: WorkspaceId,
  websiteId: WebsiteUuid,
): Promise<void> {
  const { active } = await db
    .selectFrom('goals')
    .select(({ fn }) => fn.countAll().as('active'))
    .where('workspace_id', '=', workspaceId)
    .where('website_id', '=', websiteId)
    .where('archived_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(active) >= mostGoals) throw new ApiError('too_many_goals');
}
