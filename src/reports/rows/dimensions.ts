import { bind, identifier, joinSql, type Sql, sql } from '../../store/analytics/sql.ts';
import type { SessionFacts } from '../../store/analytics/tables.ts';
import type { Dimension } from './tail.ts';

/** One session fact as a dimension; the empty value is shown under a word of its own. */
function factShownAs(column: keyof SessionFacts, emptyWord: string): Dimension {
  return {
    columns: [column],
    value: shown(column, emptyWord),
    fact: { column: identifier(column), emptyWord: bind.string(emptyWord) },
  };
}

export function shown(column: keyof SessionFacts, emptyWord: string): Sql {
  const fact = identifier(column);
  return sql`if(${fact} = '', ${bind.string(emptyWord)}, ${fact})`;
}

/** Several dimensions as one: its value is the tuple of theirs. */
export function combine(parts: readonly Dimension[]): Dimension {
  return {
    columns: parts.flatMap(({ columns }) => columns),
    value: sql`(${joinSql(
      parts.map(({ value }) => value),
      sql`, `,
    )})`,
  };
}

export const dimensions = {
  country: factShownAs('country', 'ZZ'),
  device: factShownAs('device', 'unknown'),
  browser: factShownAs('browser', 'unknown'),
  os: factShownAs('os', 'unknown'),
  referrer: factShownAs('referrer_host', '(direct)'),
  referrerDomain: factShownAs('referrer_domain', '(direct)'),
  utmSource: factShownAs('utm_source', '(none)'),
  utmMedium: factShownAs('utm_medium', '(none)'),
  utmCampaign: factShownAs('utm_campaign', '(none)'),
  keyword: factShownAs('keyword', '(none)'),
  channel: factShownAs('channel', 'Direct'),
  browserVersion: factShownAs('browser_version', 'unknown'),
  osVersion: factShownAs('os_version', 'unknown'),
  language: factShownAs('language', 'unknown'),
  /** utm_source, else the referring host (contract §5). */
  source: {
    columns: ['utm_source', 'referrer_host'],
    value: sql`multiIf(utm_source != '', utm_source, referrer_host != '', referrer_host, '(direct)')`,
  },
} satisfies Record<string, Dimension>;
