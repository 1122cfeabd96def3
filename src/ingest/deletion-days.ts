import type { WorkspaceId } from '../contract/ids.ts';
import type { Analytics } from '../store/analytics/open-analytics.ts';
import { bind, type Sql, sql } from '../store/analytics/sql.ts';
import type { SettledPart } from '../store/analytics/tables.ts';

export type DeletionTarget = { workspaceId: WorkspaceId; websiteId: string };

/** The days that a deletion changes, as YYYY-MM-DD: what is settled of those that it opens counts no more. */
export type DeletionDays = {
  find(table: Sql, chosen: Sql): Promise<string[]>;
  /** The earliest on which a session of the chosen hits of these days began; none where there are no such hits. */
  findFirst(days: string[], chosen: Sql): Promise<string[]>;
  /**
   * Both before and after the deletion, so that it shows at once and nothing that was settled in between stays. Credits
   * are opened from the first of all the days on: a deleted event may change what later goals are credited to, and as
   * the only one that its visitor has in a session, those since the session began.
   */
  open(target: DeletionTarget, parts: SettledPart[], days: string[], firstDays?: string[]): Promise<void>;
  /** The days themselves stay known, so that what is settled of them at this moment is settled anew. */
  openAll(target: DeletionTarget): Promise<void>;
};

export function createDeletionDays(analytics: Analytics): DeletionDays {
  return {
    async find(table, chosen) {
      const { data } = await analytics.query(
        sql`SELECT DISTINCT toString(day) AS date FROM ${table} WHERE ${chosen} ORDER BY date`,
      );
      return data.map((row) => String(row.date));
    },

    async findFirst(days, chosen) {
      if (days.length === 0) return [];
      const sessions = sql`(SELECT session_key FROM hits WHERE day IN ${bind.dates(days)} AND ${chosen})`;
      const { data } = await analytics.query(
        sql`SELECT toString(min(day)) AS date FROM session_days WHERE session_key IN ${sessions} HAVING count() > 0`,
      );
      return data.map((row) => String(row.date));
    },

    async open(target, parts, days, firstDays = []) {
      if (days.length === 0) return;
      await analytics.derive(sql`
        INSERT INTO revisions (workspace_id, website_id, part, day, changes)
        SELECT DISTINCT workspace_id, website_id, part, day, 1 FROM revisions
        WHERE ${ofTarget(target)} AND has(${bind.strings(parts)}, toString(part))
          AND (day IN ${bind.dates(days)}
            OR part = 'credits' AND day >= arrayMin(${bind.dates([...firstDays, ...days])}))`);
    },

    async openAll(target) {
      await analytics.derive(sql`
        INSERT INTO revisions (workspace_id, website_id, part, day, changes)
        SELECT DISTINCT workspace_id, website_id, part, day, 1 FROM revisions WHERE ${ofTarget(target)}`);
    },
  };
}

export function ofTarget({ workspaceId, websiteId }: DeletionTarget): Sql {
  return sql`workspace_id = ${bind.string(workspaceId)} AND website_id = ${bind.string(websiteId)}`;
}
