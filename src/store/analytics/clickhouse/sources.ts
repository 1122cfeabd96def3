import type { Tenant } from '../analytics-engine.ts';
import { selectCounted } from '../definitions/identities.ts';
import { selectPages } from '../definitions/pages.ts';
import { selectVisits } from '../definitions/visits.ts';
import type { Sources, Span } from '../relations.ts';
import { and, bind, DerivedOnce, identifier, type Sql, sql } from '../sql.ts';
import { bySpan } from './by-span.ts';
import {
  conversionColumns,
  crawlColumns,
  creditColumns,
  dropColumns,
  hitColumns,
  identityColumns,
  pageColumns,
  paymentColumns,
  recentColumns,
  visitColumns,
} from './columns.ts';
import {
  alignToSlots,
  buildIsSettled,
  buildSlots,
  buildTimes,
  buildWithin,
  hasOpenDays,
  touchDays,
} from './day-conditions.ts';
import { selectLooseCredits } from './loose-credits.ts';
import { buildLooseHits } from './loose-hits.ts';
import type { PartDays, TenantDays } from './open-days.ts';
import type { SettledTableName } from './settled-parts.ts';

/**
 * Visits, pages and credits: settled rows of days that are over, and for all other days what the same definitions make
 * of the records.
 */
export function buildSources({ workspaceId, websiteIds }: Tenant, days: TenantDays): Sources {
  const mine = sql`workspace_id = ${bind.text(workspaceId)} AND website_id IN ${bind.texts(websiteIds)}`;
  const scope = { mine, websiteIds, days };
  const looseHits = bySpan((span) => buildLooseHits(scope, span));

  const records =
    (table: string, columns: Sql, ...which: readonly Sql[]) =>
    (span: Span) => {
      const isWanted = and(mine, buildWithin(touchDays(span)), buildTimes(span), ...which);
      return sql`(SELECT ${columns} FROM ${identifier(table)} WHERE ${isWanted})`;
    };

  const settledOrLoose = (
    table: SettledTableName,
    columns: Sql,
    part: PartDays,
    selectLoose: (span: Span) => Sql | undefined,
  ) =>
    bySpan((span) => {
      const slots = alignToSlots(span);
      const isSettled = buildIsSettled(websiteIds, part);
      const ofDays = and(mine, buildWithin(touchDays(slots)), isSettled, buildSlots(slots, true));
      const settled = sql`SELECT ${columns} FROM ${identifier(table)} WHERE ${ofDays}`;
      const others = selectLoose(slots);
      if (!others) return sql`(${settled})`;
      const loose = new DerivedOnce(
        sql`SELECT ${columns} FROM (${others}) WHERE ${buildSlots(slots, false)}`,
      );
      return part.open === 'all'
        ? sql`${loose}`
        : sql`(${settled} UNION ALL SELECT ${columns} FROM ${loose})`;
    });

  const sentIdentities = records('identities', identityColumns);

  return {
    visits: settledOrLoose('settled_visits', visitColumns, days.traffic, (span) =>
      selectVisits(looseHits(span)),
    ),
    pages: settledOrLoose('settled_pages', pageColumns, days.traffic, (span) => selectPages(looseHits(span))),
    credits: settledOrLoose('settled_credits', creditColumns, days.credits, (span) =>
      hasOpenDays(days.credits, touchDays(span)) ? selectLooseCredits(scope, looseHits, span) : undefined,
    ),
    hits: records('hits', hitColumns, sql`type != 'leave'`),
    leaves: records('hits', hitColumns, sql`type = 'leave'`),
    conversions: records('conversions', conversionColumns, sql`NOT is_automatic`),
    automatics: records('conversions', conversionColumns, sql`is_automatic`),
    payments: records('payments', paymentColumns),
    identities: (which) => sql`(${selectCounted(sentIdentities({}), which)})`,
    sentIdentities,
    crawls: records('crawls', crawlColumns),
    drops: records('drops', dropColumns),
    recent: ({ from, to }) =>
      sql`(
        SELECT ${recentColumns} FROM recent_records
        WHERE ${and(
          mine,
          ...(from === undefined ? [] : [sql`ts >= ${bind.instant(from)}`]),
          ...(to === undefined ? [] : [sql`ts < ${bind.instant(to)}`]),
        )}
        SETTINGS optimize_move_to_prewhere = 0)`,
    // A settled day does not depend on the days before it, so there is no link to an earlier visit.
    previousVisit: () => undefined,
    isOneWebsite: websiteIds.length === 1,
  };
}
