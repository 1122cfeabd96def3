import type { WebsiteOfTenant } from '../analytics-engine.ts';
import { ofWebsite } from '../choice.ts';
import { bind, type Sql, sql } from '../sql.ts';
import type { SettledPart } from './settled-parts.ts';
import type { Statements } from './statements.ts';

/** The days that a deletion changes, as YYYY-MM-DD. Opening a day invalidates what is settled of it. */
export type DeletionDays = {
  find(table: Sql, chosen: Sql): Promise<string[]>;
  /** The earliest day on which a session of the chosen hits began; none where there are no such hits. */
  findFirst(days: readonly string[], chosen: Sql): Promise<string[]>;
  /**
   * Called before and after the deletion, so that it shows at once and nothing that was settled in between stays.
   * Credits are opened from the first of the days on: a deleted event may change what later goals are credited to (and,
   * where it was its visitor's only one in a session, also those since the session began), and a deleted payment may
   * have been the visitor's first.
   */
  open(
    website: WebsiteOfTenant,
    parts: readonly SettledPart[],
    days: readonly string[],
    firstDays?: readonly string[],
  ): Promise<void>;
  /** The days themselves stay known, so that what is being settled at this moment is settled again. */
  openAll(website: WebsiteOfTenant): Promise<void>;
};

export function createDeletionDays({ read, derive }: Statements): DeletionDays {
  return {
    async find(table, chosen) {
      const { rows } = await read(
        sql`SELECT DISTINCT toString(day) AS date FROM ${table} WHERE ${chosen} ORDER BY date`,
      );
      return rows.map((row) => String(row.date));
    },

    async findFirst(days, chosen) {
      if (days.length === 0) return [];
      const sessions = sql`(SELECT session_key FROM hits WHERE day IN ${bind.texts(days)} AND ${chosen})`;
      const { rows } = await read(
        sql`SELECT toString(min(day)) AS date FROM session_days WHERE session_key IN ${sessions} HAVING count() > 0`,
      );
      return rows.map((row) => String(row.date));
    },

    async open(website, parts, days, firstDays = []) {
      const [first] = [...firstDays, ...days].toSorted();
      if (days.length === 0 || first === undefined) return;
      await derive(sql`
        INSERT INTO revisions (workspace_id, website_id, part, day, changes)
        SELECT DISTINCT workspace_id, website_id, part, day, 1 FROM revisions
        WHERE ${ofWebsite(website)} AND has(${bind.texts(parts)}, toString(part))
          AND (day IN ${bind.texts(days)} OR part = 'credits' AND day >= toDate(${bind.text(first)}))`);
    },

    async openAll(website) {
      await derive(sql`
        INSERT INTO revisions (workspace_id, website_id, part, day, changes)
        SELECT DISTINCT workspace_id, website_id, part, day, 1 FROM revisions WHERE ${ofWebsite(website)}`);
    },
  };
}
