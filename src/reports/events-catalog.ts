import { bind, type Sql, sql, whole } from '../store/analytics/sql.ts';
import { defineReport } from './define-report.ts';
import { buildConversionsInRange, buildHitsInRange, buildPaymentsInRange } from './rows/records-in-range.ts';
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
  drawing: 'table',
  columns: [
    {
      name: 'name',
      kind: 'text',
      example: 'signup',
      description: 'Name of the goal or custom event; else the type.',
    },
    { name: 'type', kind: 'text', example: 'goal', description: 'pageview, custom, goal or payment.' },
    { name: 'events', kind: 'count', description: 'How many were recorded.' },
    { name: 'visitors', kind: 'count', description: 'Distinct visitors.' },
    { name: 'properties', kind: 'texts', description: 'Names of the properties seen, sorted.' },
    { name: 'first_seen', kind: 'instant', description: 'The earliest in the range.' },
    { name: 'last_seen', kind: 'instant', description: 'The latest in the range.' },
  ],
  sql: (scope) => sql`
    SELECT event_name AS name, event_type AS type, count() AS events, uniqExact(visitor_hash) AS visitors,
      arraySort(groupUniqArrayArray(keys)) AS properties, min(ts) AS first_seen, max(ts) AS last_seen
    FROM ${buildEvents(scope)}
    GROUP BY event_name, event_type
    ORDER BY events DESC, name ASC, type ASC
    LIMIT ${whole(scope.limit)}`,
});

/**
 * Half of a character, as of an emoji that was cut in two, is written `\udXXX` and makes the engine refuse the whole
 * text. A backslash is first written as its number, so that no other one can be taken for the start of that.
 */
const wellFormedDetails = sql`if(position(details, ${bind.string('\\ud')}) = 0, details,
  replaceRegexpAll(
    replaceAll(details, ${bind.string('\\\\')}, ${bind.string('\\u005c')}),
    ${bind.string('\\\\ud[89a-f][0-9a-f]{2}')}, '\ufffd'))`;

function buildEvents(scope: Scope): Sql {
  return sql`(
    SELECT 'pageview' AS event_name, 'pageview' AS event_type, visitor_hash, ts, emptyArrayString() AS keys
    FROM ${buildHitsInRange(scope, sql`type = 'pageview'`)}
    UNION ALL
    SELECT name AS event_name, if(is_goal, 'goal', 'custom') AS event_type, visitor_hash, ts,
      JSONExtractKeys(${wellFormedDetails}) AS keys
    FROM ${buildConversionsInRange(scope)}
    UNION ALL
    SELECT 'payment' AS event_name, 'payment' AS event_type, visitor_hash, ts, emptyArrayString() AS keys
    FROM ${buildPaymentsInRange(scope, scope.payments)})`;
}
