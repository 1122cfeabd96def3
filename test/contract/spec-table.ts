/** The endpoint table of the spec, and below it what the spec's prose and the contract add, and what we add. */
import type { Scope } from '../../src/contract/scopes.ts';

export type SpecEndpoint = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** As the OpenAPI document writes it. */
  template: string;
  /** The template with something in place of its parameters. */
  path: string;
  scope: Scope | null;
  takesBody: boolean;
};

const anySegment = '0190c7a4-8d1e-7c3b-9c55-1f6a2b3c4d5e';

const rows: readonly (readonly [SpecEndpoint['method'], string, Scope | null])[] = [
  ['GET', '/me', null],
  ['GET', '/pixel/websites', 'pixel:read'],
  ['GET', '/pixel/analytics/metadata', 'pixel:read'],
  ['GET', '/pixel/analytics/pages', 'pixel:read'],
  ['GET', '/pixel/analytics/referrers', 'pixel:read'],
  ['GET', '/pixel/analytics/campaigns', 'pixel:read'],
  ['GET', '/pixel/analytics/hostnames', 'pixel:read'],
  ['GET', '/pixel/analytics/countries', 'pixel:read'],
  ['GET', '/pixel/analytics/devices', 'pixel:read'],
  ['GET', '/pixel/analytics/browsers', 'pixel:read'],
  ['GET', '/pixel/analytics/operating-systems', 'pixel:read'],
  ['GET', '/pixel/analytics/timeseries', 'pixel:read'],
  ['GET', '/pixel/analytics/timeseries/breakdown', 'pixel:read'],
  ['GET', '/pixel/analytics/realtime', 'pixel:read'],
  ['GET', '/pixel/analytics/realtime/map', 'pixel:read'],
  ['GET', '/pixel/analytics/overview', 'pixel:read'],
  ['GET', '/pixel/visitors/{visitor_id}', 'pixel:read'],
  ['GET', '/pixel/goals/{goal_name}/metadata', 'pixel:read'],
  ['GET', '/pixel/segments', 'pixel:read'],
  ['POST', '/pixel/segments/{id}/apply', 'pixel:read'],
  ['POST', '/pixel/segments', 'pixel:write'],
  ['PATCH', '/pixel/segments/{id}', 'pixel:write'],
  ['DELETE', '/pixel/segments/{id}', 'pixel:write'],
  ['POST', '/pixel/goals', 'pixel:write'],
  ['POST', '/pixel/payments', 'pixel:write'],
  ['POST', '/pixel/events', 'pixel:write'],
  ['POST', '/pixel/identify', 'pixel:write'],

  ['GET', '/pixel/goals', 'pixel:read'],
  ['GET', '/pixel/alerts', 'pixel:read'],
  ['GET', '/pixel/reports', 'pixel:read'],
  ['GET', '/pixel/share-links', 'pixel:read'],
  ['GET', '/pixel/analytics/regions', 'pixel:read'],
  ['GET', '/pixel/analytics/cities', 'pixel:read'],
  ['GET', '/pixel/metrics/{report}', 'pixel:read'],
  ['DELETE', '/pixel/goals', 'pixel:write'],
  ['DELETE', '/pixel/payments', 'pixel:write'],

  ['GET', '/pixel/annotations', 'pixel:read'],
  ['POST', '/pixel/annotations', 'pixel:write'],
  ['PATCH', '/pixel/annotations/{id}', 'pixel:write'],
  ['DELETE', '/pixel/annotations/{id}', 'pixel:write'],

  ['POST', '/pixel/persons/find', 'pixel:read'],
  ['POST', '/pixel/persons/export', 'pixel:read'],
  ['POST', '/pixel/persons/erase', 'pixel:write'],
  ['GET', '/pixel/erasures', 'pixel:read'],
  ['GET', '/pixel/erasures/{id}', 'pixel:read'],
];

export const specEndpoints: readonly SpecEndpoint[] = rows.map(([method, template, scope]) => ({
  method,
  template,
  path: template
    .replace('{report}', 'top_pages')
    .replace('{id}', anySegment)
    .replace(/\{[a-z_]+\}/, 'any'),
  scope,
  takesBody: (method === 'POST' && !template.endsWith('/apply')) || method === 'PATCH',
}));

/** Every report of one website; the first eight need both dates. */
export const datedReports = [
  'pages',
  'referrers',
  'campaigns',
  'hostnames',
  'countries',
  'devices',
  'browsers',
  'operating-systems',
].map((name) => `/pixel/analytics/${name}`);

export const seriesReports = ['/pixel/analytics/timeseries', '/pixel/analytics/timeseries/breakdown'];
