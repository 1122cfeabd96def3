/**
 * Annotations: what happened on a day, in a note, for whoever reads a chart. They are stored and listed here; where one
 * stands in a chart is known to the dashboard.
 */
import type { AnnotationId, WebsiteUuid, WorkspaceId } from '../contract/ids.ts';
import { ControlError } from '../store/control/control-error.ts';
import { buildIsoTime } from '../store/control/iso-time.ts';
import type { Control } from '../store/control/open-control.ts';

/** The record as the API answers it. */
export type Annotation = {
  id: AnnotationId;
  website_id: WebsiteUuid;
  day: string;
  at: string | null;
  note: string;
  author: string;
  created_at: string;
  updated_at: string;
};

/** A day, or the moment (Unix milliseconds) that also tells the day. */
export type AnnotatedTime = { day: string } | { at: number };

export const annotationColumns = [
  'id',
  'website_id',
  'day',
  'at',
  'note',
  'author',
  'created_at',
  'updated_at',
] as const;

type AnnotationRow = {
  id: AnnotationId;
  website_id: WebsiteUuid;
  day: string;
  at: number | null;
  note: string;
  author: string;
  created_at: number;
  updated_at: number;
};

export function buildAnnotation(row: AnnotationRow): Annotation {
  return {
    id: row.id,
    website_id: row.website_id,
    day: row.day,
    at: buildIsoTime(row.at),
    note: row.note,
    author: row.author,
    created_at: buildIsoTime(row.created_at),
    updated_at: buildIsoTime(row.updated_at),
  };
}

/** The columns that say when; a moment belongs to its day in the time zone of the workspace. */
export async function findTimeColumns(
  { db }: Control,
  workspaceId: WorkspaceId,
  time: AnnotatedTime,
): Promise<{ day: string; at: number | null }> {
  if ('day' in time) return { day: time.day, at: null };
  const workspace = await db
    .selectFrom('workspaces')
    .select('timezone')
    .where('id', '=', workspaceId)
    .executeTakeFirst();
  if (workspace === undefined) {
    throw new ControlError('unknown_workspace', `There is no workspace with the id "${workspaceId}".`);
  }
  // The locale en-CA writes a date as YYYY-MM-DD.
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: workspace.timezone, dateStyle: 'short' });
  return { day: format.format(time.at), at: time.at };
}
