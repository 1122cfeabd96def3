import { bind, type Sql, sql } from '../../store/analytics/sql.ts';

/** Why a program fetches a page, as its operator describes it; of some it is not known. */
export const purposes = ['training', 'search', 'agent'] as const;

export const countFor = (purpose: (typeof purposes)[number]): Sql =>
  sql`count(*) FILTER (WHERE purpose = ${bind.text(purpose)})`;
