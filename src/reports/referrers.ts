import { choice } from '../contract/parameters.ts';
import { identifier, sql } from '../store/analytics/sql.ts';
import { type Column, tailColumns } from './columns.ts';
import { defineReport } from './define-report.ts';
import { dimensions } from './rows/dimensions.ts';
import { buildTailReport } from './rows/tail.ts';

const modes = {
  referrer: {
    dimension: dimensions.referrer,
    description:
      'Referring host without www.; (direct) is none, also where tags tell the source, so it has more than the channel Direct.',
  },
  utm_source: { dimension: dimensions.utmSource, description: 'UTM source, or (none).' },
  utm_campaign: { dimension: dimensions.utmCampaign, description: 'UTM campaign, or (none).' },
  keyword: { dimension: dimensions.keyword, description: 'Search term, (not provided) or (none).' },
  channel: {
    dimension: dimensions.channel,
    description:
      'Marketing channel, such as Organic Search; Direct is where neither tags nor a referrer tell.',
  },
} as const;

type Mode = keyof typeof modes;
const modeNames = Object.keys(modes) as Mode[];

export const referrers = defineReport({
  name: 'referrers',
  path: '/pixel/analytics/referrers',
  title: 'Traffic sources',
  summary: 'Traffic by referring host, UTM source, UTM campaign, keyword or channel.',
  dates: 'days',
  takesFilters: true,
  defaultLimit: 100,
  parameters: { mode: choice('mode', 'invalid_mode', modeNames, 'referrer', 'What a row stands for.') },
  columns: [
    {
      name: 'value',
      kind: 'text',
      example: 'news.ycombinator.com',
      description: 'The source in the chosen mode.',
    },
    ...modeNames.map(
      (mode): Column => ({
        name: mode,
        kind: 'text',
        description: modes[mode].description,
        onlyWith: { parameter: 'mode', value: mode },
      }),
    ),
    ...tailColumns,
  ],
  sql: (scope, { mode }) =>
    buildTailReport(scope, {
      dimensions: { value: modes[mode].dimension },
      also: sql`shown_value AS ${identifier(mode)}`,
    }),
});
