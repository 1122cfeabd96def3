import { useSyncExternalStore } from 'react';

export type Live = {
  visitors: number;
  /** Five-second steps of the last five minutes, oldest first. */
  visitorsPerStep: number[];
  pages: Record<string, unknown>[];
  sources: Record<string, unknown>[];
  countries: Record<string, unknown>[];
  events: Record<string, unknown>[];
};

type Feed = { source: EventSource; live: Live | undefined; readers: Set<() => void> };

/** One stream a website, whoever reads it: the badge in the header and the realtime page share it. */
const feeds = new Map<string, Feed>();

function open(address: string): Feed {
  const known = feeds.get(address);
  if (known) return known;
  const feed: Feed = { source: new EventSource(address), live: undefined, readers: new Set() };
  feed.source.addEventListener('live', (event) => {
    feed.live = JSON.parse((event as MessageEvent<string>).data) as Live;
    for (const read of feed.readers) read();
  });
  feeds.set(address, feed);
  return feed;
}

function subscribe(address: string, read: () => void): () => void {
  const feed = open(address);
  feed.readers.add(read);
  return () => {
    feed.readers.delete(read);
    if (feed.readers.size > 0) return;
    feed.source.close();
    feeds.delete(address);
  };
}

const nothing = () => () => {};

/** What happens now on a website; undefined until the first message. A hidden page is not kept up to date. */
export function useLive(workspaceId: string, websiteId: string | undefined): Live | undefined {
  const address = websiteId && `/app/workspaces/${workspaceId}/live?website_id=${websiteId}`;
  const isShown = useIsShown();
  const live = useSyncExternalStore(address && isShown ? bindSubscribe(address) : nothing, () =>
    address ? feeds.get(address)?.live : undefined,
  );
  return live;
}

const subscribers = new Map<string, (read: () => void) => () => void>();

/** The same function for the same address, or React would subscribe anew with every drawing. */
function bindSubscribe(address: string): (read: () => void) => () => void {
  const known = subscribers.get(address);
  if (known) return known;
  const made = (read: () => void) => subscribe(address, read);
  subscribers.set(address, made);
  return made;
}

function useIsShown(): boolean {
  return useSyncExternalStore(
    (read) => {
      document.addEventListener('visibilitychange', read);
      return () => document.removeEventListener('visibilitychange', read);
    },
    () => document.visibilityState === 'visible',
  );
}
