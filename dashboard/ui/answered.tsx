import type { ReactNode } from 'react';
import type { useReport } from '../api/reports.ts';
import { EmptyState, ErrorState, SkeletonRows } from './states.tsx';

export type AnsweredProps<Shape> = {
  asked: ReturnType<typeof useReport<Shape>>;
  /** Rows of the skeleton, about as many as will come. */
  rows?: number;
  empty: { title: string; advice: ReactNode };
  children(rows: readonly Shape[]): ReactNode;
};

/** A report while it is asked for, when it fails, when it has nothing, and when it has. */
export function Answered<Shape>({ asked, rows = 8, empty, children }: AnsweredProps<Shape>) {
  const { data, error, refetch, isPlaceholderData } = asked;
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={rows} />;
  if (data.data.length === 0) return <EmptyState title={empty.title}>{empty.advice}</EmptyState>;
  return <div className={isPlaceholderData ? 'is-stale' : undefined}>{children(data.data)}</div>;
}
