import { ApiError } from '../contract/errors.ts';
import { deleteRecent, deleteRows } from '../store/analytics/delete-rows.ts';
import { type Analytics, EngineUnavailable } from '../store/analytics/open-analytics.ts';
import { bind, identifier, joinSql, type Sql, sql, stored } from '../store/analytics/sql.ts';
import { settledTableNames, tableNames } from '../store/analytics/tables.ts';
import { type Claims, transactionClaim } from './claims.ts';
import { createDeletionDays, type DeletionTarget, ofTarget } from './deletion-days.ts';
import { type Drain, NotCaughtUp } from './drain.ts';

/** Permanent deletion of records. What was accepted before the call is part of it. */
export type RecordDeletion = {
  conversions(target: DeletionTarget, what: ConversionChoice): Promise<string>;
  payments(target: DeletionTarget, what: PaymentChoice): Promise<string>;
  /** All that is known of the website, and what was worked out from it. */
  everything(target: DeletionTarget): Promise<void>;
};

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

type FoundPayments = { claims: string[]; lastSeq: number };

const catchUpMs = 10_000;
const tablesOfWebsites = [...tableNames, ...Object.values(settledTableNames).flat()];

export function createRecordDeletion(analytics: Analytics, claims: Claims, drain: Drain): RecordDeletion {
  const dayBook = createDeletionDays(analytics);

  async function findPayments(target: DeletionTarget, chosen: Sql): Promise<FoundPayments> {
    const { data } = await analytics.query(sql`SELECT transaction_id, seq FROM payments WHERE ${chosen}`);
    return {
      claims: data.map((row) =>
        transactionClaim(target.workspaceId, target.websiteId, String(row.transaction_id)),
      ),
      lastSeq: data.reduce((last, row) => Math.max(last, Number(row.seq)), 0),
    };
  }

  /** A day at a time: a website may have had millions. */
  async function releaseAllTransactions(target: DeletionTarget): Promise<void> {
    for (const day of await dayBook.find(sql`payments`, ofTarget(target))) {
      const ofDay = sql`(${ofTarget(target)} AND day IN ${bind.dates([day])})`;
      await claims.release((await findPayments(target, ofDay)).claims);
    }
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
        const days = await dayBook.find(sql`conversions`, chosen);
        const customDays = await dayBook.find(sql`conversions`, isCustom);
        const customHits = buildCustomHits(
          target,
          sql`SELECT visitor_hash, seq FROM conversions WHERE ${isCustom}`,
        );
        const firstDays = await dayBook.findFirst(customDays, customHits);
        const open = () => dayBook.open(target, ['traffic', 'credits'], days, firstDays);
        await open();
        // What goes with them goes first, so that a repeat finds the rest.
        if (days.length > 0) await deleteRecentOf(target, 'conversions', sql`'goal', 'custom'`, chosen);
        // A custom event is traffic as well.
        const storedCustoms = sql`SELECT visitor_hash, seq FROM ${stored('conversions')} WHERE ${isCustom}`;
        await deleteRows(analytics, 'hits', customDays, buildCustomHits(target, storedCustoms));
        await deleteRows(analytics, 'conversions', days, chosen);
        await open();
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
        const found = await findPayments(target, chosen);
        const known = sql`(${chosen} AND seq <= ${bind.integer(found.lastSeq)})`;
        const days = await dayBook.find(sql`payments`, known);
        await dayBook.open(target, ['credits'], days);
        // First, because the payments name them: a repeat of a deletion that failed finds what is left of them. One that
        // is sent again from now on is none of those that go.
        await claims.release(found.claims);
        if (days.length > 0) await deleteRecentOf(target, 'payments', sql`'payment'`, known);
        await deleteRows(analytics, 'payments', days, known);
        await dayBook.open(target, ['credits'], days);
        return String(found.claims.length);
      }),

    everything: (target) =>
      orUnavailable(async () => {
        await drain.catchUp(catchUpMs);
        await dayBook.openAll(target);
        // First, because they are named by the payments; one that is sent again meanwhile is deleted too.
        await releaseAllTransactions(target);
        for (const table of tablesOfWebsites) {
          const days = await dayBook.find(identifier(table), ofTarget(target));
          await deleteRows(analytics, table, days, ofTarget(target));
        }
        await deleteRecent(analytics, ofTarget(target));
        await dayBook.openAll(target);
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

/** The hits of custom events, told by the visitors' hashes and the numbers of their conversions. */
function buildCustomHits(target: DeletionTarget, conversions: Sql): Sql {
  return sql`(${ofTarget(target)} AND type = 'custom' AND (visitor_hash, seq) IN (${conversions}))`;
}

/** In numbers: a deletion misreads bound instants before 2001, and those beyond the engine's calendar. */
function withinSpan({ from, to }: Span): Sql {
  const time = sql`toUnixTimestamp64Milli(ts)`;
  return sql`${time} >= ${bind.integer(from)} AND ${time} < ${bind.integer(to)}`;
}

async function orUnavailable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    const passing = cause instanceof EngineUnavailable || cause instanceof NotCaughtUp;
    throw new ApiError(passing ? 'upstream_unavailable' : 'analytics_error', { cause });
  }
}
