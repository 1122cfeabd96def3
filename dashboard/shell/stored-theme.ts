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

/** In a frame of somebody else's page the address alone says it, and what was chosen elsewhere counts for nothing. */
export function themeAt({ pathname, search }: Location): Theme {
  if (!pathname.startsWith('/share/')) return currentTheme();
  const query = new URLSearchParams(search);
  const asked = query.get('theme');
  if (asked === 'light' || asked === 'dark') return asked;
  return query.has('embed') ? 'system' : currentTheme();
}

/** The stylesheet goes by the attribute, and without it by the system. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
