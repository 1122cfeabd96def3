/** Segments: named filter sets of a website. What a filter means to a report is not known here. */
import type { SegmentId, WebsiteUuid } from '../contract/ids.ts';
import { JsonText } from '../contract/json-text.ts';
import { buildIsoTime } from '../store/control/iso-time.ts';

/** The record as the API answers it (contract §6). */
export type Segment = {
  id: SegmentId;
  website_id: WebsiteUuid;
  name: string;
  filters: JsonText;
  created_at: string;
  updated_at: string;
};

export const segmentColumns = [
  'id',
  'website_id',
  'name',
  'filters_json',
  'created_at',
  'updated_at',
] as const;

type SegmentRow = {
  id: SegmentId;
  website_id: WebsiteUuid;
  name: string;
  filters_json: string;
  created_at: number;
  updated_at: number;
};

export function buildSegment(row: SegmentRow): Segment {
  return {
    id: row.id,
    website_id: row.website_id,
    name: row.name,
    filters: new JsonText(row.filters_json),
    created_at: buildIsoTime(row.created_at),
    updated_at: buildIsoTime(row.updated_at),
  };
}
