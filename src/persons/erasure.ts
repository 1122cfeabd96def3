import type { ErasuresTable } from '../store/control/schema.ts';

/** Rows and records that were erased, of all websites together. */
export type ErasedCounts = {
  hits: number;
  conversions: number;
  payments: number;
  identities: number;
  /** Records in the spool that the engine had refused. */
  refused: number;
  /** Answers in the control database that were stored for retries. */
  answers: number;
};

/** A receipt: what was erased where, and when. It does not say who it was. */
export type Erasure = {
  id: string;
  /** Null where it was about all websites. */
  website_id: string | null;
  named_by: 'visitor_id' | 'external_id';
  erased_by: string;
  erased_at: string;
  visitors: number;
  analytics: Pick<ErasedCounts, 'hits' | 'conversions' | 'payments' | 'identities'>;
  spool: Pick<ErasedCounts, 'refused'>;
  control: Pick<ErasedCounts, 'answers'>;
  /** Since when the files themselves are free of it; null until they are rewritten, in the next night at the latest. */
  files_clean_at: string | null;
};

export type StoredErasure = { visitors: number; counts: ErasedCounts };

export function buildErasure(row: ErasuresTable): Erasure {
  const { visitors, counts } = JSON.parse(row.erased_json) as StoredErasure;
  const { refused, answers, ...analytics } = counts;
  return {
    id: row.id,
    website_id: row.website_id,
    named_by: row.named_by,
    erased_by: row.erased_by,
    erased_at: new Date(row.created_at).toISOString(),
    visitors,
    analytics,
    spool: { refused },
    control: { answers },
    files_clean_at: row.files_clean_at === null ? null : new Date(row.files_clean_at).toISOString(),
  };
}
