import { forget, keep, recall } from './browser-memory.ts';

export type Theme = 'system' | 'light' | 'dark';

const key = 'footfall.theme';

export function currentTheme(): Theme {
  const stored = recall(key);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

export function storeTheme(theme: Theme): void {
  if (theme === 'system') forget(key);
  else keep(key, theme);
}

/** The stylesheet goes by the attribute, and without it by the system. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
