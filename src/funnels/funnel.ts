/** Saved funnels of a website: their names and steps. What a step counts is known in src/reports. */
import { text } from '../contract/bodies.ts';
import type { FunnelId, WebsiteUuid } from '../contract/ids.ts';
import { nameText } from '../contract/name.ts';
import { buildIsoTime } from '../store/control/iso-time.ts';

export type Funnel = {
  id: FunnelId;
  websiteId: WebsiteUuid;
  name: string;
  steps: string[];
  windowHours: number;
  createdAt: string;
};

export type FunnelInput = { name: string; steps: string[]; windowHours: number };

export const funnelName = nameText;
export const funnelStep = text(1, 2048);

export const funnelColumns = [
  'id',
  'website_id',
  'name',
  'steps_json',
  'window_hours',
  'created_at',
] as const;

type FunnelRow = {
  id: FunnelId;
  website_id: WebsiteUuid;
  name: string;
  steps_json: string;
  window_hours: number;
  created_at: number;
};

export function buildFunnel(row: FunnelRow): Funnel {
  return {
    id: row.id,
    websiteId: row.website_id,
    name: row.name,
    steps: JSON.parse(row.steps_json),
    windowHours: row.window_hours,
    createdAt: buildIsoTime(row.created_at),
  };
}
