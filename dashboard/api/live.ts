import { useSyncExternalStore } from 'react';
import { signedOutEvent } from './ask.ts';
import { checkConnection } from './connection.ts';

/** One of the newest records. */
export type LiveRecord = {
  ts: string;
  type: 'pageview' | 'custom' | 'automatic' | 'goal' | 'payment' | 'identify';
  path: string | null;
  name: string | null;
  amount: number | null;
  currency: string | null;
  country: string;
  device: string;
  browser: string;
  visitor_id: string;
};

export type Live = {
  visitors: number;
  /** Five-second steps of the last five minutes, oldest first. */
  visitorsPerStep: number[];
  eventsPerStep: number[];
  /** What each visitor looked at last. */
  pages: { path: string; visitors: number }[];
  sources: { source: string; channel: string; visitors: number }[];
  countries: { country: string; visitors: number; events: number }[];
  /** Newest first. */
  events: LiveRecord[];
};

/** The messages of one stream; whoever asks for the same address reads the same stream. */
type Feed = { close(): void; latest: unknown; isLive: boolean; readers: Set<() => void> };

const feeds = new Map<string, Feed>();
const connectAgainMs = 5_000;

function open(address: string, event: string): Feed {
  const known = feeds.get(address);
  if (known) return known;
  let source: EventSource;
  let again: number | undefined;
  const feed: Feed = {
    latest: undefined,
    isLive: true,
    readers: new Set(),
    close() {
      window.clearTimeout(again);
      source.close();
    },
  };
  const tell = (isLive: boolean) => {
    feed.isLive = isLive;
    for (const read of feed.readers) read();
  };
  const connect = () => {
    source = new EventSource(address);
    source.addEventListener(event, (message) => {
      feed.latest = JSON.parse((message as MessageEvent<string>).data);
      tell(true);
    });
    source.addEventListener('error', () => {
      // The browser connects again by itself, but not after a refusal, such as that of a server that is restarting.
      if (source.readyState === EventSource.CLOSED) again = window.setTimeout(connect, connectAgainMs);
      tell(false);
      void checkConnection();
      // Whoever was signed out is told before that.
      window.dispatchEvent(new Event(signedOutEvent));
    });
  };
  connect();
  feeds.set(address, feed);
  return feed;
}

type Subscribe = (read: () => void) => () => void;

function buildSubscribe(address: string, event: string): Subscribe {
  return (read) => {
    const feed = open(address, event);
    feed.readers.add(read);
    return () => {
      feed.readers.delete(read);
      if (feed.readers.size > 0) return;
      feed.close();
      feeds.delete(address);
    };
  };
}

const subscribers = new Map<string, Subscribe>();

/** The same function for the same address, or React would subscribe anew with every drawing. */
function findSubscribe(address: string, event: string): Subscribe {
  const made = subscribers.get(address) ?? buildSubscribe(address, event);
  subscribers.set(address, made);
  return made;
}

const nothing = () => () => {};

/** A page that nobody sees is not kept up to date. */
function useFeed<Message>(address: string | undefined, event: string): Message | undefined {
  const isShown = useIsShown();
  return useSyncExternalStore(
    address && isShown ? findSubscribe(address, event) : nothing,
    () => (address ? feeds.get(address)?.latest : undefined) as Message | undefined,
  );
}

/** Whether the stream is open, or was never asked for. */
function useIsOpen(address: string | undefined, event: string): boolean {
  const isShown = useIsShown();
  return useSyncExternalStore(
    address && isShown ? findSubscribe(address, event) : nothing,
    () => (address ? feeds.get(address)?.isLive : undefined) ?? true,
  );
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

const addressOf = (base: string, websiteId: string | undefined): string | undefined =>
  websiteId && `${base}/live?website_id=${websiteId}`;

/** What happens now on a website; undefined until the first message. */
export function useLive(base: string, websiteId: string | undefined): Live | undefined {
  return useFeed<Live>(addressOf(base, websiteId), 'live');
}

export type Now = { visitors: number | undefined; isLive: boolean };

/** How many are on a website now, or were when the stream was last open. */
export function useNow(base: string, websiteId: string | undefined): Now {
  const all = addressOf(base, websiteId);
  const address = all && `${all}&only=now`;
  const visitors = useFeed<{ visitors: number }>(address, 'now')?.visitors;
  return { visitors, isLive: useIsOpen(address, 'now') };
}
