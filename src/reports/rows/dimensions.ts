import { identifier, type Sql, sql, word } from '../../store/analytics/sql.ts';
import { emptyWords, type SessionFacts } from '../../store/analytics/tables.ts';

/** How a row shows one thing about its sessions. */
export type Dimension = {
  /** Over the facts of a session. */
  value: Sql;
  /** Where it is this fact, or the word for the empty one. */
  fact?: keyof SessionFacts;
};

function showFact(fact: keyof SessionFacts): Dimension {
  const column = identifier(fact);
  return {
    value: sql`CASE WHEN ${column} = '' THEN ${word(emptyWords[fact])} ELSE ${column} END`,
    fact,
  };
}

export const dimensions = {
  country: showFact('country'),
  device: showFact('device'),
  browser: showFact('browser'),
  os: showFact('os'),
  referrer: showFact('referrer_host'),
  utmSource: showFact('utm_source'),
  utmMedium: showFact('utm_medium'),
  utmCampaign: showFact('utm_campaign'),
  keyword: showFact('keyword'),
  channel: showFact('channel'),
  browserVersion: showFact('browser_version'),
  osVersion: showFact('os_version'),
  language: showFact('language'),
  /** utm_source, else the referring host (contract §5). */
  source: {
    value: sql`CASE WHEN utm_source != '' THEN utm_source WHEN referrer_host != '' THEN referrer_host ELSE '(direct)' END`,
  },
} satisfies Record<string, Dimension>;
