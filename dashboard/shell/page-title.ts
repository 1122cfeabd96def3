import { useEffect } from 'react';

const product = 'Footfall';

/** In the tab of the browser, and in its history. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${product}`;
    return () => {
      document.title = product;
    };
  }, [title]);
}
