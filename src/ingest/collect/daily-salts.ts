import { randomToken } from '../../contract/ids.ts';
import type { Control } from '../../store/control/open-control.ts';

/**
 * The salts of cookieless visitors, one a UTC day, shared by all servers. Today's and yesterday's are stored and older
 * ones deleted, so that nobody can compute an id of more than 48 hours ago again.
 */
export type DailySalts = {
  /** Today's first, then yesterday's where there was one. */
  find(at: number): Promise<readonly string[]>;
  /** To be called regularly: without visitors, nothing else would delete old salts. */
  purge(at: number): Promise<void>;
};

const dayMs = 24 * 60 * 60_000;

export function createDailySalts(control: Control): DailySalts {
  let known: { day: number; salts: Promise<readonly string[]> } | undefined;

  async function deleteBefore(day: number): Promise<void> {
    await control.db.deleteFrom('daily_salts').where('day', '<', day).execute();
  }

  async function load(day: number): Promise<readonly string[]> {
    await deleteBefore(day - 1);
    await control.db
      .insertInto('daily_salts')
      .values({ day, salt: randomToken(32) })
      .onConflict((conflict) => conflict.column('day').doNothing())
      .execute();
    const rows = await control.db
      .selectFrom('daily_salts')
      .select('salt')
      .where('day', '<=', day)
      .orderBy('day', 'desc')
      .execute();
    return rows.map(({ salt }) => salt);
  }

  return {
    find(at) {
      const day = dayOf(at);
      if (known?.day !== day) {
        const salts = load(day);
        known = { day, salts };
        salts.catch(() => {
          known = undefined;
        });
      }
      return known.salts;
    },
    async purge(at) {
      const day = dayOf(at);
      if (known?.day !== day) known = undefined;
      await deleteBefore(day - 1);
    },
  };
}

function dayOf(at: number): number {
  return Math.floor(at / dayMs);
}
