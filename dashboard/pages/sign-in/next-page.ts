/** Where somebody wanted to go before they had to sign in: a page of ours, whatever the address says. */
export function findWanted(search: string, origin = location.origin): string {
  const next = new URLSearchParams(search).get('next');
  if (!next?.startsWith('/') || !URL.canParse(next, origin)) return '/';
  const url = new URL(next, origin);
  const isOurs = url.origin === origin && !url.pathname.startsWith('//');
  return isOurs ? url.pathname + url.search : '/';
}
