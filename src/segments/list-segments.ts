import { isUuid, type WebsiteUuid, type WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';
import { type Page, type PageRequest, runPage } from '../store/control/page.ts';
import { buildSegment, type Segment, segmentColumns } from './segment.ts';

/** Segments of one website, newest first; a foreign website has none. */
export async function listSegments(
  control: Control,
  workspaceId: WorkspaceId,
  { websiteUuid, ...page }: PageRequest & { websiteUuid: string },
): Promise<Page<Segment>> {
  if (!isUuid(websiteUuid)) return { items: [], nextCursor: undefined };
  const query = control.db
    .selectFrom('segments')
    .select(segmentColumns)
    .where('workspace_id', '=', workspaceId)
    .where('website_id', '=', websiteUuid.toLowerCase() as WebsiteUuid);
  return await runPage(query, page, buildSegment);
}
