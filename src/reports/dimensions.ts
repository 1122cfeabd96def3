import { bind, identifier, type Sql, sql } from '../store/analytics/sql.ts';
import type { SessionColumn } from './sessions.ts';
import type { Dimension } from './tail.ts';

/** One session fact as a dimension; the empty value is shown under a word of its own. */
function factShownAs(column: SessionColumn, emptyWord: string): Dimension {
  return { columns: [column], value: shown(column, emptyWord) };
}

export function shown(column: SessionColumn, emptyWord: string): Sql {
  const fact = identifier(column);
  return sql`if(${fact} = '', ${bind.string(emptyWord)}, ${fact})`;
}

export const dimensions = {
  country: factShownAs('country', 'ZZ'),
  device: factShownAs('device', 'unknown'),
  browser: factShownAs('browser', 'unknown'),
  os: factShownAs('os', 'unknown'),
  referrer: factShownAs('referrer_host', '(direct)'),
  referrerDomain: factShownAs('referrer_domain', '(direct)'),
  utmSource: factShownAs('utm_source', '(none)'),
  utmCampaign: factShownAs('utm_campaign', '(none)'),
  keyword: factShownAs('keyword', '(none)'),
  channel: factShownAs('channel', 'Direct'),
} satisfies Record<string, Dimension>;
