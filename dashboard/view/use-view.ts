import { useCallback, useMemo } from 'react';
import { useLocation } from 'wouter';
import { useSearch } from './use-search.ts';
import { buildSearch, parseView, type View } from './view.ts';

export type ChangeView = (change: Partial<View>, how?: { replace?: boolean }) => void;

/** The view in the address, and a way to change it: each change is a step that the back button undoes. */
export function useView(): [View, ChangeView] {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const view = useMemo(() => parseView(search), [search]);
  const change = useCallback<ChangeView>(
    (part, how) => {
      const next = buildSearch({ ...parseView(search), ...part });
      navigate(next ? `${path}?${next}` : path, how);
    },
    [search, path, navigate],
  );
  return [view, change];
}
