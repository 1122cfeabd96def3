import type { ReactNode } from 'react';
import type { useReport } from '../api/reports.ts';
import type { Guided } from './guide-link.tsx';
import { EmptyState, ErrorState, SkeletonRows } from './states.tsx';

export type AnsweredProps<Shape> = {
  asked: ReturnType<typeof useReport<Shape>>;
  /** Rows of the skeleton, about as many as will come. */
  rows?: number;
  empty: { title: string; advice: ReactNode; guide: Guided };
  /** Where the rows bring surfaces of their own: what stands in for them gets one too. */
  framed?: boolean;
  children(rows: readonly Shape[]): ReactNode;
};

/** A report while it is asked for, when it fails, when it has nothing, and when it has. */
export function Answered<Shape>(props: AnsweredProps<Shape>) {
  const { asked, framed = false, children } = props;
  if (!asked.error && asked.data && asked.data.data.length > 0) {
    return (
      <div className={asked.isPlaceholderData ? 'is-stale' : undefined}>{children(asked.data.data)}</div>
    );
  }
  const isStale = asked.isPlaceholderData ? 'is-stale' : '';
  return (
    <div className={framed ? `surface card ${isStale}` : isStale}>
      <Instead {...props} />
    </div>
  );
}

function Instead<Shape>({ asked: { data, error }, rows = 8, empty }: AnsweredProps<Shape>) {
  if (error) return <ErrorState error={error} />;
  if (!data) return <SkeletonRows rows={rows} />;
  return (
    <EmptyState title={empty.title} guide={empty.guide}>
      {empty.advice}
    </EmptyState>
  );
}
