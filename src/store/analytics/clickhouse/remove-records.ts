import type { AnalyticsEngine, Choice, WebsiteOfTenant } from '../analytics-engine.ts';
import { ofWebsite } from '../choice.ts';
import { and, bind, identifier, type Sql, sql } from '../sql.ts';
import { tableNames } from '../tables.ts';
import { deleteRecent, deleteRows } from './delete-rows.ts';
import { createDeletionDays } from './deletion-days.ts';
import { settledTableNames } from './settled-parts.ts';
import type { Statements } from './statements.ts';

type RecordRemoval = Pick<
  AnalyticsEngine,
  'removeConversions' | 'findTransactions' | 'removePayments' | 'removeWebsite'
>;

const tablesOfWebsites = [...tableNames, ...Object.values(settledTableNames).flat()];

/** Derived and dependent rows go before the records, so that a repeat of a deletion that failed finds the rest. */
export function createRecordRemoval(statements: Statements): RecordRemoval {
  const { read, stored } = statements;
  const dayBook = createDeletionDays(statements);

  async function deleteRecentOf(
    website: WebsiteOfTenant,
    table: 'conversions' | 'payments',
    types: Sql,
    chosen: Sql,
  ): Promise<void> {
    await deleteRecent(
      statements,
      sql`${ofWebsite(website)} AND type IN (${types}) AND (visitor_hash, seq) IN (
        SELECT visitor_hash, seq FROM ${stored(table)} WHERE ${chosen})`,
    );
  }

  return {
    async removeConversions(website, choice) {
      const chosen = and(buildChosen(website, choice, sql`name`), sql`NOT is_automatic`);
      const isCustom = and(sql`session_id != ''`, chosen);
      const { rows } = await read(sql`SELECT count() AS chosen FROM conversions WHERE ${chosen}`);
      const days = await dayBook.find(sql`conversions`, chosen);
      const customDays = await dayBook.find(sql`conversions`, isCustom);
      const hitsOf = (conversions: Sql) =>
        buildCustomHits(website, sql`SELECT visitor_hash, seq FROM ${conversions} WHERE ${isCustom}`);
      const firstDays = await dayBook.findFirst(customDays, hitsOf(sql`conversions`));
      const open = () => dayBook.open(website, ['traffic', 'credits'], days, firstDays);
      await open();
      if (days.length > 0) await deleteRecentOf(website, 'conversions', sql`'goal', 'custom'`, chosen);
      await deleteRows(statements, 'hits', customDays, hitsOf(stored('conversions')));
      await deleteRows(statements, 'conversions', days, chosen);
      await open();
      return Number(rows[0]?.chosen ?? 0);
    },

    async findTransactions(website, choice) {
      const chosen = buildChosen(website, choice, sql`transaction_id`);
      const { rows } = await read(sql`SELECT transaction_id, seq FROM payments WHERE ${chosen}`);
      return {
        ids: rows.map((row) => String(row.transaction_id)),
        lastSeq: rows.reduce((last, row) => Math.max(last, Number(row.seq)), 0),
      };
    },

    async removePayments(website, choice, lastSeq) {
      const chosen = and(
        buildChosen(website, choice, sql`transaction_id`),
        sql`seq <= ${bind.integer(lastSeq)}`,
      );
      const days = await dayBook.find(sql`payments`, chosen);
      await dayBook.open(website, ['credits'], days);
      if (days.length > 0) await deleteRecentOf(website, 'payments', sql`'payment'`, chosen);
      await deleteRows(statements, 'payments', days, chosen);
      await dayBook.open(website, ['credits'], days);
    },

    async removeWebsite(website) {
      await dayBook.openAll(website);
      for (const table of tablesOfWebsites) {
        const days = await dayBook.find(identifier(table), ofWebsite(website));
        await deleteRows(statements, table, days, ofWebsite(website));
      }
      await deleteRecent(statements, ofWebsite(website));
      await dayBook.openAll(website);
    },
  };
}

/** The hits of custom events, found by visitor hash and seq of their conversions. */
function buildCustomHits(website: WebsiteOfTenant, conversions: Sql): Sql {
  return sql`(${ofWebsite(website)} AND type = 'custom' AND (visitor_hash, seq) IN (${conversions}))`;
}

function buildChosen(website: WebsiteOfTenant, { name, visitorId, span }: Choice, nameColumn: Sql): Sql {
  const conditions = and(
    ofWebsite(website),
    ...(name === undefined ? [] : [sql`${nameColumn} = ${bind.text(name)}`]),
    ...(visitorId === undefined ? [] : [sql`visitor_id = ${bind.text(visitorId)}`]),
    ...(span ? [buildWithin(span)] : []),
  );
  return sql`(${conditions})`;
}

/** As numbers: a deletion misreads bound instants before 2001, and those beyond the engine's calendar. */
function buildWithin({ from, to }: NonNullable<Choice['span']>): Sql {
  const time = sql`toUnixTimestamp64Milli(ts)`;
  return sql`${time} >= ${bind.integer(from)} AND ${time} < ${bind.integer(to)}`;
}
