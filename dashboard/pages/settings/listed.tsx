import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';

export type ListedProps<Item> = {
  query: UseQueryResult<Item[]>;
  children(items: readonly Item[]): ReactNode;
};

/** A list from the server: coming, there, or why it is not. */
export function Listed<Item>({ query, children }: ListedProps<Item>) {
  if (query.data) return children(query.data);
  if (query.error) return <ErrorState error={query.error} />;
  return <SkeletonRows rows={4} />;
}
