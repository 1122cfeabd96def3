import { useSyncExternalStore } from 'react';

/** Whether a media query holds; for what a stylesheet alone cannot say. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (read) => {
      const media = matchMedia(query);
      media.addEventListener('change', read);
      return () => media.removeEventListener('change', read);
    },
    () => matchMedia(query).matches,
  );
}
