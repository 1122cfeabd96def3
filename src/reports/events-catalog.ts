import { contains, distinctOfLists, jsonKeys, noTexts, replaceMatches } from '../store/analytics/dialect.ts';
import { bind, type Sql, sql, unionAll, whole } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';
import { countPaid, selectPaid } from './rows/attribution.ts';
import type { Scope } from './rows/scope.ts';

export const eventsCatalog = defineReport({
  name: 'events_catalog',
  path: null,
  title: 'Events',
  summary: 'Everything that was recorded, by name and type, with the properties that came with it.',
  dates: 'days',
  takesFilters: true,
  defaultLimit: 100,
  parameters: {},
  columns: [
    {
      name: 'name',
      kind: 'text',
      example: 'signup',
      description: 'Name of the goal or event; else the type.',
    },
    {
      name: 'type',
      kind: 'text',
      example: 'goal',
      description: 'pageview, custom, goal, payment, or automatic for what the script captures by itself.',
    },
    { name: 'events', kind: 'count', description: 'How many were recorded.' },
    { name: 'visitors', kind: 'count', description: 'Distinct visitors.' },
    { name: 'properties', kind: 'texts', description: 'Names of the properties seen, sorted.' },
    { name: 'first_seen', kind: 'instant', description: 'The earliest in the range.' },
    { name: 'last_seen', kind: 'instant', description: 'The latest in the range.' },
  ],
  sql: (scope) => sql`
    SELECT event_name AS name, event_type AS type, events, visitors, properties, first_seen, last_seen
    FROM (${unionAll([selectPageviews(scope), selectConversions(scope), selectAutomatics(scope), selectPayments(scope)])}) AS event
    ORDER BY events DESC, name ASC, type ASC
    LIMIT ${whole(scope.limit)}`,
});

const counts = sql`count(*) AS events, count(DISTINCT visitor_hash) AS visitors`;
const times = sql`min(ts) AS first_seen, max(ts) AS last_seen`;

function selectPageviews({ hits }: Scope): Sql {
  return sql`
    SELECT 'pageview' AS event_name, 'pageview' AS event_type, ${counts}, ${noTexts} AS properties, ${times}
    FROM ${hits} AS hit WHERE type = 'pageview' HAVING count(*) > 0`;
}

function selectConversions({ recordedConversions }: Scope): Sql {
  return selectNamed(recordedConversions, sql`CASE WHEN session_id = '' THEN 'goal' ELSE 'custom' END`);
}

function selectAutomatics({ automatics }: Scope): Sql {
  return selectNamed(automatics, sql`'automatic'`);
}

function selectNamed(events: Sql, type: Sql): Sql {
  return sql`
    SELECT event_name, event_type, ${counts}, ${distinctOfLists(sql`keys`)} AS properties, ${times}
    FROM (
      SELECT name AS event_name, ${type} AS event_type, visitor_hash, ts, ${jsonKeys(wellFormedDetails)} AS keys
      FROM ${events} AS event) AS named
    GROUP BY event_name, event_type`;
}

function selectPayments(scope: Scope): Sql {
  return sql`
    SELECT 'payment' AS event_name, 'payment' AS event_type, ${countPaid(scope)} AS events,
      count(DISTINCT visitor_hash) AS visitors, ${noTexts} AS properties, ${times}
    FROM ${selectPaid(scope, false)} AS paid HAVING count(*) > 0`;
}

/**
 * A lone surrogate, as of an emoji that was cut in two, is written `\udXXX` and makes the engine refuse the whole text.
 * Escaped backslashes are replaced first, so that none can be taken for the start of one.
 */
const wellFormedDetails = sql`CASE WHEN ${contains(sql`details`, bind.text('\\ud'))}
  THEN ${replaceMatches(
    sql`replace(details, ${bind.text('\\\\')}, ${bind.text('\\u005c')})`,
    bind.text('\\\\ud[89a-f][0-9a-f]{2}'),
    bind.text('\ufffd'),
  )} ELSE details END`;
