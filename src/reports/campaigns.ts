import { identifier, identifiers, type Sql, sql } from '../store/analytics/sql.ts';
import { tailColumns } from './columns.ts';
import { defineReport } from './define-report.ts';
import { type Dimension, dimensions } from './rows/dimensions.ts';
import type { Scope } from './rows/scope.ts';
import { buildTailReport } from './rows/tail.ts';

const { utmCampaign, utmSource, utmMedium } = dimensions;

export const campaigns = defineReport({
  name: 'campaigns',
  path: '/pixel/analytics/campaigns',
  title: 'Campaigns',
  summary: 'One row per UTM campaign with its main source and medium; visits without one are (none).',
  dates: 'days',
  takesFilters: false,
  defaultLimit: 100,
  parameters: {},
  columns: [
    { name: 'utm_campaign', kind: 'text', example: 'spring-sale', description: 'UTM campaign, or (none).' },
    {
      name: 'utm_source',
      kind: 'text',
      example: 'newsletter',
      description: 'The UTM source with most sessions, or (none).',
    },
    {
      name: 'utm_medium',
      kind: 'text',
      example: 'email',
      description: 'The UTM medium with most sessions, or (none).',
    },
    ...tailColumns,
  ],
  sql: (scope) => sql`
    SELECT utm_campaign, utm_source, utm_medium, ${identifiers(tailColumns.map(({ name }) => name))}
    FROM (${buildTailReport(scope, { dimensions: { utm_campaign: utmCampaign } })}) AS campaign
    INNER JOIN ${buildMain(scope, 'utm_source', utmSource)} AS source ON utm_campaign = campaign_of_utm_source
    INNER JOIN ${buildMain(scope, 'utm_medium', utmMedium)} AS medium ON utm_campaign = campaign_of_utm_medium
    ORDER BY visitors DESC, utm_campaign ASC`,
});

/** For each campaign the tag with most sessions; of several the first by alphabet, also where none has a session. */
function buildMain({ visits, credits }: Scope, name: string, tag: Dimension): Sql {
  const selectFrom = (rows: Sql, sessions: Sql) => sql`
    SELECT ${utmCampaign.value} AS campaign, ${tag.value} AS tag, ${sessions} AS part_sessions
    FROM ${rows} AS placed GROUP BY campaign, tag`;
  return sql`(
    SELECT campaign AS ${identifier(`campaign_of_${name}`)}, tag AS ${identifier(name)}
    FROM (
      SELECT campaign, tag, row_number() OVER (PARTITION BY campaign ORDER BY sessions DESC, tag ASC) AS place
      FROM (
        SELECT campaign, tag, sum(part_sessions) AS sessions
        FROM (${selectFrom(visits, sql`sum(began)`)} UNION ALL ${selectFrom(credits, sql`0`)}) AS part
        GROUP BY campaign, tag) AS counted) AS ranked
    WHERE place = 1)`;
}
