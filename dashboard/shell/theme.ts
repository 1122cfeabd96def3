import { useSyncExternalStore } from 'react';
import { applyTheme, currentTheme, storeTheme, type Theme } from './stored-theme.ts';

const readers = new Set<() => void>();

export function chooseTheme(theme: Theme): void {
  storeTheme(theme);
  applyTheme(theme);
  for (const read of readers) read();
}

export function useTheme(): Theme {
  return useSyncExternalStore((read) => {
    readers.add(read);
    return () => readers.delete(read);
  }, currentTheme);
}

/** What the T key does: from what is seen to its opposite. */
export function toggleTheme(): void {
  const seesDark =
    currentTheme() === 'dark' ||
    (currentTheme() === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  chooseTheme(seesDark ? 'light' : 'dark');
}
