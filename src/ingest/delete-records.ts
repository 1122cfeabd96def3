import { ApiError } from '../contract/errors.ts';
import type { WorkspaceId } from '../contract/ids.ts';
import { deleteRecent, deleteRows } from '../store/analytics/delete-rows.ts';
import { type Analytics, EngineUnavailable } from '../store/analytics/open-analytics.ts';
import { bind, identifier, joinSql, type Sql, sql, stored } from '../store/analytics/sql.ts';
import { type SettledPart, settledTableNames, tableNames } from '../store/analytics/tables.ts';
import { type Claims, transactionClaim } from './claims.ts';
import { type Drain, NotCaughtUp } from './drain.ts';

/** Permanent deletion of records. What was accepted before the call is part of it. */
export type RecordDeletion = {
  conversions(target: DeletionTarget, what: ConversionChoice): Promise<string>;
  payments(target: DeletionTarget, what: PaymentChoice): Promise<string>;
  /** All that is known of the website, and what was worked out from it. */
  everything(target: DeletionTarget): Promise<void>;
};

export type DeletionTarget = { workspaceId: WorkspaceId; websiteId: string };

/** Unix milliseconds, `to` excluded. */
export type Span = { from: number; to: number };

export type ConversionChoice = {
  goalName?: string | undefined;
  visitorId?: string | undefined;
  span?: Span | undefined;
};

export type PaymentChoice = {
  transactionId?: string | undefined;
  visitorId?: string | undefined;
  span?: Span | undefined;
};

const catchUpMs = 10_000;
const tablesOfWebsites = [...tableNames, ...Object.values(settledTableNames).flat()];

export function createRecordDeletion(analytics: Analytics, claims: Claims, drain: Drain): RecordDeletion {
  async function findDays(table: Sql, chosen: Sql): Promise<string[]> {
    const { data } = await analytics.query(
      sql`SELECT DISTINCT toString(day) AS date FROM ${table} WHERE ${chosen} ORDER BY date`,
    );
    return data.map((row) => String(row.date));
  }

  /**
   * What is settled of the days counts no more: both before and after the deletion, so that it shows at once and
   * nothing that was settled in between stays. A deleted event may also change what later goals are credited to.
   */
  async function openDays(target: DeletionTarget, days: string[], parts: SettledPart[]): Promise<void> {
    if (days.length === 0) return;
    await analytics.derive(sql`
      INSERT INTO revisions (workspace_id, website_id, part, day, changes)
      SELECT DISTINCT workspace_id, website_id, part, day, 1 FROM revisions
      WHERE ${ofTarget(target)} AND has(${bind.strings(parts)}, toString(part))
        AND (day IN ${bind.dates(days)} OR part = 'credits' AND day >= arrayMin(${bind.dates(days)}))`);
  }

  async function findTransactions(target: DeletionTarget, chosen: Sql): Promise<string[]> {
    const { data } = await analytics.query(sql`SELECT transaction_id FROM payments WHERE ${chosen}`);
    return data.map((row) =>
      transactionClaim(target.workspaceId, target.websiteId, String(row.transaction_id)),
    );
  }

  /** A day at a time: a website may have had millions. */
  async function releaseAllTransactions(target: DeletionTarget): Promise<void> {
    for (const day of await findDays(sql`payments`, ofTarget(target))) {
      const ofDay = sql`(${ofTarget(target)} AND day IN ${bind.dates([day])})`;
      await claims.release(await findTransactions(target, ofDay));
    }
  }

  /** The days themselves stay known, so that what is settled of them at this moment is settled anew. */
  async function openAllDays(target: DeletionTarget): Promise<void> {
    await analytics.derive(sql`
      INSERT INTO revisions (workspace_id, website_id, part, day, changes)
      SELECT DISTINCT workspace_id, website_id, part, day, 1 FROM revisions WHERE ${ofTarget(target)}`);
  }

  async function deleteRecentOf(
    target: DeletionTarget,
    table: 'conversions' | 'payments',
    types: Sql,
    chosen: Sql,
  ): Promise<void> {
    await deleteRecent(
      analytics,
      sql`${ofTarget(target)} AND type IN (${types}) AND (visitor_hash, seq) IN (
        SELECT visitor_hash, seq FROM ${stored(table)} WHERE ${chosen})`,
    );
  }

  return {
    conversions: (target, what) =>
      orUnavailable(async () => {
        await drain.catchUp(catchUpMs);
        const chosen = buildChoice(target, what.visitorId, what.span, sql`name`, what.goalName);
        const isCustom = sql`session_id != '' AND ${chosen}`;
        const { data } = await analytics.query(
          sql`SELECT count() AS deleted FROM conversions WHERE ${chosen}`,
        );
        const days = await findDays(sql`conversions`, chosen);
        const customDays = await findDays(sql`conversions`, isCustom);
        await openDays(target, days, ['traffic', 'credits']);
        // What goes with them goes first, so that a repeat finds the rest.
        if (days.length > 0) await deleteRecentOf(target, 'conversions', sql`'goal', 'custom'`, chosen);
        // A custom event is traffic as well.
        await deleteRows(
          analytics,
          'hits',
          customDays,
          sql`${ofTarget(target)} AND type = 'custom' AND (visitor_hash, seq) IN (
            SELECT visitor_hash, seq FROM ${stored('conversions')} WHERE ${isCustom})`,
        );
        await deleteRows(analytics, 'conversions', days, chosen);
        await openDays(target, days, ['traffic', 'credits']);
        return String(data[0]?.deleted ?? '0');
      }),

    payments: (target, what) =>
      orUnavailable(async () => {
        await drain.catchUp(catchUpMs);
        const chosen = buildChoice(
          target,
          what.visitorId,
          what.span,
          sql`transaction_id`,
          what.transactionId,
        );
        const transactions = await findTransactions(target, chosen);
        const days = await findDays(sql`payments`, chosen);
        await openDays(target, days, ['credits']);
        if (days.length > 0) await deleteRecentOf(target, 'payments', sql`'payment'`, chosen);
        await deleteRows(analytics, 'payments', days, chosen);
        await openDays(target, days, ['credits']);
        // A transaction that no longer exists may be recorded again.
        await claims.release(transactions);
        return String(transactions.length);
      }),

    everything: (target) =>
      orUnavailable(async () => {
        await drain.catchUp(catchUpMs);
        await openAllDays(target);
        // First, because they are named by the payments; one that is sent again meanwhile is deleted too.
        await releaseAllTransactions(target);
        for (const table of tablesOfWebsites) {
          await deleteRows(
            analytics,
            table,
            await findDays(identifier(table), ofTarget(target)),
            ofTarget(target),
          );
        }
        await deleteRecent(analytics, ofTarget(target));
        await openAllDays(target);
      }),
  };
}

function buildChoice(
  target: DeletionTarget,
  visitorId: string | undefined,
  span: Span | undefined,
  nameColumn: Sql,
  name: string | undefined,
): Sql {
  const conditions = [ofTarget(target)];
  if (name !== undefined) conditions.push(sql`${nameColumn} = ${bind.string(name)}`);
  if (visitorId !== undefined) conditions.push(sql`visitor_id = ${bind.string(visitorId)}`);
  if (span) conditions.push(withinSpan(span));
  return sql`(${joinSql(conditions, sql` AND `)})`;
}

/** In numbers: a deletion misreads bound instants before 2001, and those beyond the engine's calendar. */
function withinSpan({ from, to }: Span): Sql {
  const time = sql`toUnixTimestamp64Milli(ts)`;
  return sql`${time} >= ${bind.integer(from)} AND ${time} < ${bind.integer(to)}`;
}

function ofTarget({ workspaceId, websiteId }: DeletionTarget): Sql {
  return sql`workspace_id = ${bind.string(workspaceId)} AND website_id = ${bind.string(websiteId)}`;
}

async function orUnavailable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    const passing = cause instanceof EngineUnavailable || cause instanceof NotCaughtUp;
    throw new ApiError(passing ? 'upstream_unavailable' : 'analytics_error', { cause });
  }
}
