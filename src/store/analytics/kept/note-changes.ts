/**
 * What is kept of the engine's answers lives in this folder: which days are settled, and tables of rows that reports
 * share. What must not: anything that would be missed if it were dropped.
 */
import type { Analytics } from '../analytics.ts';
import { type ChangedDay, findChangedDays } from './changed-days.ts';

/** What is kept of the engine's answers, and must be dropped when rows change. */
export type Memory = {
  /** Records came, or are about to come, on these days. */
  addRecords(days: readonly ChangedDay[]): void;
  /** Anything may have changed. */
  forget(): void;
};

/**
 * Tells the memories of every change. All changes must come by here, so this is only for whoever is alone with its
 * engine. A change that failed counts as well, for the engine may have made it, or make it yet: records come again in
 * that case, and count again.
 */
export function noteChanges(analytics: Analytics, memories: readonly Memory[]): Analytics {
  const forget = () => {
    for (const memory of memories) memory.forget();
  };
  const addRecords = (days: readonly ChangedDay[]) => {
    for (const memory of memories) memory.addRecords(days);
  };
  return {
    ...analytics,
    async insert(table, rows, token) {
      const days = findChangedDays(table, rows);
      const note = () => (days ? addRecords(days) : forget());
      note();
      await analytics.insert(table, rows, token).finally(note);
    },
    async run(statement) {
      // Also before, because this may remove settled rows of days that the engine already calls open.
      forget();
      await analytics.run(statement).finally(forget);
    },
    async derive(statement) {
      let made: number | undefined;
      try {
        made = await analytics.derive(statement);
        return made;
      } finally {
        // The drain looks back every second, and nearly always finds nothing to open.
        if (made !== 0) forget();
      }
    },
  };
}
