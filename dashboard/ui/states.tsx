/** What stands where there is nothing to show: not yet, nothing there, or it went wrong. */
import type { ReactNode } from 'react';
import { messageOf } from '../api/ask.ts';
import { retryFailed } from '../api/query-client.ts';
import { Button } from './button.tsx';
import { type Guided, GuideLink } from './guide-link.tsx';
import { IconWarning } from './icons.tsx';

/** A grey place of the size of what is coming. */
export function Skeleton({ width, height = 14 }: { width?: number | string; height?: number | string }) {
  return <span className="skeleton" style={{ width: width ?? '100%', height }} aria-hidden="true" />;
}

export function SkeletonRows({ rows }: { rows: number }) {
  const widths = [82, 64, 71, 48, 56, 40, 52, 34, 44, 30];
  return (
    <div className="skeleton-rows" role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows that are all alike and never move.
        <Skeleton key={index} width={`${widths[index % widths.length]}%`} />
      ))}
    </div>
  );
}

export type EmptyStateProps = {
  title: string;
  /** Null where no guide would help, as when a search finds nothing. */
  guide: Guided | null;
  children?: ReactNode;
};

export function EmptyState({ title, guide, children }: EmptyStateProps) {
  return (
    <div className="state">
      <p className="state-title">{title}</p>
      {children && <div className="state-text">{children}</div>}
      {guide && <GuideLink guide={guide} />}
    </div>
  );
}

export function ErrorState({ error, retry = retryFailed }: { error: unknown; retry?: () => void }) {
  return (
    <div className="state state-error" role="alert">
      <p className="state-title">
        <IconWarning />
        This could not be loaded
      </p>
      <div className="state-text">{messageOf(error)}</div>
      <Button onClick={retry}>Try again</Button>
    </div>
  );
}

/** A notice within a page: good, worth a look, or bad. */
export function Notice({
  tone = 'info',
  children,
}: {
  tone?: 'info' | 'warn' | 'bad' | 'good';
  children: ReactNode;
}) {
  return <div className={`notice notice-${tone}`}>{children}</div>;
}
