import * as z from 'zod';
import { ApiError } from '../contract/errors.ts';
import { isUuid, type WebsiteUuid, type WorkspaceId } from '../contract/ids.ts';
import { findSingle, type RawQuery } from '../contract/raw-query.ts';
import type { Control } from '../store/control/open-control.ts';
import { findWebsiteByUuid } from '../websites/find-website.ts';
import type { EndpointParameter } from './define-endpoint.ts';

/** Segments and configuration name a website by its UUID, not by the public ID. */
export function websiteUuidParameter(required: boolean): EndpointParameter {
  return { in: 'query', required, schema: z.uuid().meta({ description: "The website's id (UUID)." }) };
}

export async function requireWebsiteUuid(
  control: Control,
  workspaceId: WorkspaceId,
  query: RawQuery,
): Promise<WebsiteUuid | undefined> {
  const text = findSingle(query, 'website_id', 'invalid_website');
  if (text === undefined) return undefined;
  if (!isUuid(text)) throw new ApiError('invalid_website');
  const website = await findWebsiteByUuid(control, workspaceId, text);
  if (!website) throw new ApiError('forbidden');
  return website.id;
}
