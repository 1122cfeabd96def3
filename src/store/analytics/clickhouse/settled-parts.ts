/** Traffic is settled separately from the credits of goals and payments. */
export type SettledPart = 'traffic' | 'credits';

/** Tables that are derived from the records, and may be emptied and filled again. */
export const settledTableNames = {
  traffic: ['settled_visits', 'settled_pages', 'stray_hits'],
  credits: ['settled_credits'],
} as const satisfies Record<SettledPart, readonly string[]>;

export type SettledTableName = (typeof settledTableNames)[SettledPart][number];

/** The last days' records that name a visitor, in the order of their time. */
export const recentTableName = 'recent_records';
