import * as z from 'zod';
import { createShareLink } from '../../automation/create-share-link.ts';
import { parseFrameAncestors } from '../../automation/frame-ancestors.ts';
import { listManagedShareLinks } from '../../automation/list-managed-share-links.ts';
import { revokeShareLink } from '../../automation/revoke-share-link.ts';
import { listShownPages, type ShareLimits } from '../../automation/share-link.ts';
import { requireManagedShareLink, updateShareLink } from '../../automation/update-share-link.ts';
import { text } from '../../contract/bodies.ts';
import { ApiError } from '../../contract/errors.ts';
import type { WorkspaceId } from '../../contract/ids.ts';
import { parseInstant } from '../../contract/instant.ts';
import { nameText } from '../../contract/name.ts';
import { sharePages } from '../../contract/share-pages.ts';
import { parseSegmentFilters } from '../../reports/question/segment-query.ts';
import { requireSegment } from '../../segments/require-segment.ts';
import type { Control } from '../../store/control/open-control.ts';
import { hashPassword } from '../../users/password.ts';
import type { AppParts } from './app-parts.ts';
import { newPassword } from './bodies.ts';
import { type AnyRoute, defineRoute } from './define-route.ts';
import { buildLink } from './links.ts';

const fields = {
  name: nameText,
  segmentId: z.string().max(64).nullable(),
  /** Null takes it away. */
  password: newPassword.nullable(),
  expiresAt: z
    .string()
    .transform((value) => parseInstant(value))
    .refine((value) => value !== undefined, { error: 'Expected ISO-8601, such as 2027-01-31T00:00:00Z' })
    .nullable(),
  pages: z.array(z.enum(sharePages)).min(1),
  hidesRevenue: z.boolean(),
  hidesVisitors: z.boolean(),
  frameAncestors: z.array(text(1, 255)).max(50),
};

const patch = z.object(fields).partial();

const creation = z.object({
  ...fields,
  websiteId: z.string().max(255),
  segmentId: fields.segmentId.default(null),
  password: fields.password.default(null),
  expiresAt: fields.expiresAt.default(null),
  pages: fields.pages.default(['overview']),
  hidesRevenue: fields.hidesRevenue.default(true),
  hidesVisitors: fields.hidesVisitors.default(true),
  frameAncestors: fields.frameAncestors.default([]),
});

/** Links are made, changed and revoked here; what one shows is in shared-view.ts. */
export function buildShareLinkRoutes(parts: AppParts): AnyRoute[] {
  const { control, clock } = parts;
  return [
    defineRoute({
      method: 'GET',
      path: '/share-links',
      access: 'member',
      handle: ({ workspace }) => listManagedShareLinks(control, workspace.id),
    }),
    defineRoute({
      method: 'POST',
      path: '/share-links',
      access: 'member',
      status: 201,
      body: creation,
      async handle({ workspace, body, request }) {
        const { websiteId, password, expiresAt = null, ...rest } = body;
        requireSomethingShown({ ...rest, isNarrowed: rest.segmentId !== null });
        const link = {
          ...rest,
          websiteUuid: websiteId,
          expiresAt,
          ...(await readSegment(control, workspace.id, rest.segmentId)),
          ...(await readPassword(password)),
          ...readFrameAncestors(rest.frameAncestors),
        };
        const { id, token } = await createShareLink(control, workspace.id, link, clock);
        const made = await requireManagedShareLink(control, workspace.id, id);
        return { ...made, link: buildLink(parts, request, `/share/${token}`) };
      },
    }),
    defineRoute({
      method: 'PATCH',
      path: '/share-links/:id',
      access: 'member',
      body: patch,
      async handle({ workspace, params: { id = '' }, body: { password, ...changes } }) {
        const before = await requireManagedShareLink(control, workspace.id, id);
        const isNarrowed = before.segmentId !== null || before.lacksSegment;
        requireSomethingShown({
          pages: changes.pages ?? before.pages,
          hidesRevenue: changes.hidesRevenue ?? before.hidesRevenue,
          hidesVisitors: changes.hidesVisitors ?? before.hidesVisitors,
          isNarrowed: changes.segmentId === undefined ? isNarrowed : changes.segmentId !== null,
        });
        return updateShareLink(control, workspace.id, id, {
          ...changes,
          ...(await readSegment(control, workspace.id, changes.segmentId)),
          ...(await readPassword(password)),
          ...readFrameAncestors(changes.frameAncestors),
        });
      },
    }),
    defineRoute({
      method: 'DELETE',
      path: '/share-links/:id',
      access: 'member',
      handle: ({ workspace, params }) => revokeShareLink(control, workspace.id, params.id ?? ''),
    }),
  ];
}

function requireSomethingShown(limits: ShareLimits): void {
  if (listShownPages(limits).length > 0) return;
  const message =
    'Choose a page that the link may show: what it hides, or its segment, leaves none of these.';
  throw new ApiError('invalid_body', {
    message,
    details: { fieldErrors: { pages: [message] }, formErrors: [] },
  });
}

/** A segment that cannot be applied as a whole would show more than its name says. */
async function readSegment(control: Control, workspaceId: WorkspaceId, segmentId: string | null | undefined) {
  if (segmentId === undefined || segmentId === null) return {};
  const { filters } = await requireSegment(control, workspaceId, segmentId);
  if (parseSegmentFilters(JSON.parse(filters.text)).length > 0) return {};
  throw new ApiError('invalid_filter', {
    message: 'The segment has no filters: it would leave nothing out.',
  });
}

async function readPassword(password: string | null | undefined) {
  if (password === undefined) return {};
  return { passwordHash: password === null ? null : await hashPassword(password) };
}

function readFrameAncestors(texts: readonly string[] | undefined) {
  return texts === undefined ? {} : { frameAncestors: parseFrameAncestors(texts) };
}
