import type { Annotation } from '../../annotations/annotation.ts';
import { createAnnotation } from '../../annotations/create-annotation.ts';
import { annotationBody } from '../../contract/bodies.ts';
import { systemClock } from '../../contract/clock.ts';
import type { WorkspaceId } from '../../contract/ids.ts';
import type { Control } from '../../store/control/open-control.ts';
import { requireWorkspace } from '../../store/control/require-workspace.ts';
import { findWebsiteByPublicId, findWebsiteByUuid } from '../../websites/find-website.ts';
import { type Command, type Flags, requireText, UsageError } from '../define-command.ts';

const nobodyNamed = 'footfall annotate';

/** For deployments: a note at this moment, or at another, in the chart of a website. */
const annotate: Command = {
  kind: 'control',
  name: 'annotate',
  usage: '--workspace ID --website ID --note "…" [--at ISO] [--author WHO]',
  summary: 'Put a note into the chart of a website, such as a deployment',
  options: {
    workspace: { type: 'string' },
    website: { type: 'string' },
    note: { type: 'string' },
    at: { type: 'string' },
    author: { type: 'string' },
  },
  arguments: 0,
  async run(control, { flags }) {
    const workspaceId = requireText(flags, 'workspace') as WorkspaceId;
    const website = requireText(flags, 'website');
    const { note, time } = parseNote(flags);
    const author = flags.author === undefined ? nobodyNamed : requireText(flags, 'author').slice(0, 255);
    await requireWorkspace(control, workspaceId);
    const websiteUuid = await requireWebsiteUuid(control, workspaceId, website);
    const made = await createAnnotation(
      control,
      workspaceId,
      { websiteUuid, note, author, time },
      systemClock,
    );
    return { value: made, text: describe(made) };
  },
};

export const commands = [annotate];

/** By the rules of the API. A day alone is a day, and no moment of it. */
function parseNote(flags: Flags) {
  const note = requireText(flags, 'note');
  const written = flags.at === undefined ? undefined : requireText(flags, 'at');
  const isDay = written !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(written);
  const when = written === undefined ? {} : isDay ? { day: written } : { at: written };
  const parsed = annotationBody.safeParse({ website_id: '', note, ...when });
  if (!parsed.success) {
    const isTime = parsed.error.issues.some(({ path }) => path[0] === 'at' || path[0] === 'day');
    throw new UsageError(
      isTime
        ? '--at must be ISO-8601, such as 2027-01-31T12:00:00Z or 2027-01-31.'
        : '--note must have 1 to 1,000 characters.',
    );
  }
  const { day, at } = parsed.data;
  const time = day !== undefined ? { day } : at !== undefined ? { at } : undefined;
  return { note, time };
}

/** Both IDs of a website are known to whoever runs it. */
async function requireWebsiteUuid(control: Control, workspaceId: WorkspaceId, id: string): Promise<string> {
  const website =
    (await findWebsiteByUuid(control, workspaceId, id)) ??
    (await findWebsiteByPublicId(control, workspaceId, id));
  if (website === undefined) throw new Error(`The workspace has no website with the id "${id}".`);
  return website.id;
}

function describe({ day, at, note }: Annotation): string {
  return `Noted at ${at ?? day}: ${note}`;
}
