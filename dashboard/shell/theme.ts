import { useSyncExternalStore } from 'react';

export type Theme = 'system' | 'light' | 'dark';

const key = 'footfall.theme';
const readers = new Set<() => void>();

export function currentTheme(): Theme {
  const stored = localStorage.getItem(key);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** The stylesheet goes by the attribute, and without it by the system. */
export function applyTheme(): void {
  const theme = currentTheme();
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(key);
  else localStorage.setItem(key, theme);
  applyTheme();
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
