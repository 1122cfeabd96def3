/** What the address of a page says beyond its path. */
import type { EventBody } from '../contract/bodies.ts';
import { cutText } from './collect/message.ts';

const tagNames = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;
const longestTag = 255;
const clickId = /^(\w*clid|msclkid|gbraid|wbraid|li_fat_id|rdt_cid|sccid)$/;

export type CampaignTags = Record<(typeof tagNames)[number], string>;

/** '' for a tag that is not there. */
export function readCampaignTags(query: URLSearchParams): CampaignTags {
  const tags = tagNames.map((name) => [name, cutText(query.get(name) ?? '', longestTag)]);
  return Object.fromEntries(tags) as CampaignTags;
}

/** Only their names: the values could identify a person. */
export function readClickIds(query: URLSearchParams): string[] {
  return [...query.keys()].filter((name) => clickId.test(name));
}

/**
 * An event whose path has no query and fragment: with them, every link to a page would count as a page of its own.
 * Campaign tags in the query fill in those that were not given.
 */
export function readPath<Body extends EventBody>(body: Body): { body: Body; clickIds: readonly string[] } {
  const { path = '' } = body;
  if (!/[?#]/.test(path)) return { body, clickIds: [] };
  const [address = ''] = path.split('#', 1);
  const [plain = ''] = address.split('?', 1);
  const query = new URLSearchParams(address.slice(plain.length));
  const tags = readCampaignTags(query);
  const missing = tagNames.filter((name) => !body[name] && tags[name]);
  const filledIn = Object.fromEntries(missing.map((name) => [name, tags[name]]));
  return { body: { ...body, ...filledIn, path: plain }, clickIds: readClickIds(query) };
}
