import type { Analytics } from './analytics.ts';
import { findChangedDays } from './changed-days.ts';
import { createDayMemory } from './day-memory.ts';
import type { FindDays } from './open-days.ts';

/**
 * Asks for the days of a website once, and again after what changes them. All changes must come by here, so this is
 * only for whoever is alone with its engine. A change that failed counts as well, for the engine may have made it, or
 * make it yet: records come again in that case, and count again.
 */
export function rememberDays(analytics: Analytics, ask: FindDays): Analytics {
  const memory = createDayMemory(ask);
  return {
    ...analytics,
    findDays: memory.findDays,
    async insert(table, rows, token) {
      const days = findChangedDays(table, rows);
      const note = () => (days ? memory.addRecords(days) : memory.forget());
      note();
      await analytics.insert(table, rows, token).finally(note);
    },
    async run(statement) {
      // Also before, because this may remove settled rows of days that the engine already calls open.
      memory.forget();
      await analytics.run(statement).finally(memory.forget);
    },
    async derive(statement) {
      let made: number | undefined;
      try {
        made = await analytics.derive(statement);
        return made;
      } finally {
        // The drain looks back every second, and nearly always finds nothing to open.
        if (made !== 0) memory.forget();
      }
    },
  };
}
