import type { Clock } from '../../contract/clock.ts';
import { ApiError } from '../../contract/errors.ts';
import type { WorkspaceId } from '../../contract/ids.ts';
import type { ThrottledWarning } from '../../contract/throttled-warning.ts';
import { liveEvents } from '../../reports/live-events.ts';
import { livePages } from '../../reports/live-pages.ts';
import { liveSources } from '../../reports/live-sources.ts';
import { realtime } from '../../reports/realtime.ts';
import { realtimeMap } from '../../reports/realtime-map.ts';
import type { ReportRunner } from '../../reports/run-report.ts';

/** What is going on on a website at the moment; with `now` only how many are there. */
export type LiveTopic = {
  workspaceId: WorkspaceId;
  websiteId: string;
  kind: 'live' | 'now';
  /** What is left out for a listener who may not see everything. */
  hides?: { revenue: boolean; visitors: boolean };
};

export type LiveListener = {
  /** Asked before each message: whoever is signed out, or out of the workspace, hears nothing more. */
  mayHear(): Promise<boolean>;
  hear(event: string, data: string): void;
  end(): void;
};

export type LiveHub = {
  /** Returns a function that leaves. The first message comes at once. */
  join(topic: LiveTopic, listener: LiveListener): () => void;
  close(): void;
};

const intervalMs = 2_000;
const freshMs = 500;

/** The figures of a website are computed once for all who watch it, and not at all while nobody does. */
export function createLiveHub(reports: ReportRunner, clock: Clock, warn: ThrottledWarning): LiveHub {
  const channels = new Map<string, Channel>();
  let isClosed = false;

  return {
    join(topic, listener) {
      if (isClosed) {
        listener.end();
        return () => {};
      }
      const name = JSON.stringify(topic);
      const channel = channels.get(name) ?? createChannel(() => buildMessage(reports, topic), clock, warn);
      channels.set(name, channel);
      channel.join(listener);
      return () => {
        channel.leave(listener);
        if (channel.isEmpty() && channels.get(name) === channel) channels.delete(name);
      };
    },
    close() {
      isClosed = true;
      for (const channel of channels.values()) channel.end();
      channels.clear();
    },
  };
}

type Message = { event: string; data: string };

type Channel = {
  join(listener: LiveListener): void;
  leave(listener: LiveListener): void;
  isEmpty(): boolean;
  end(): void;
};

function createChannel(build: () => Promise<Message>, clock: Clock, warn: ThrottledWarning): Channel {
  const listeners = new Set<LiveListener>();
  let last: { message: Message; at: number } | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;

  async function deliver(listener: LiveListener, { event, data }: Message): Promise<void> {
    const may = await listener.mayHear().catch((error) => {
      if (!(error instanceof ApiError))
        warn(error, 'whether someone may go on watching could not be found out');
      return false;
    });
    if (!listeners.has(listener)) return;
    if (may) return listener.hear(event, data);
    listeners.delete(listener);
    listener.end();
  }

  async function run(): Promise<void> {
    clearTimeout(timer);
    if (isRunning) return;
    isRunning = true;
    // While the engine is away, the stream stays open without messages; listeners who lost their access are still
    // removed.
    const message = await build().catch((error) => {
      warn(error, 'live figures could not be worked out');
      return { event: 'unavailable', data: '{}' };
    });
    last = { message, at: clock() };
    await Promise.all([...listeners].map((listener) => deliver(listener, message)));
    isRunning = false;
    if (listeners.size > 0) timer = setTimeout(() => void run(), intervalMs);
  }

  return {
    join(listener) {
      listeners.add(listener);
      if (last && clock() - last.at < freshMs) void deliver(listener, last.message);
      if (listeners.size === 1 || !last || clock() - last.at >= freshMs) void run();
    },
    leave(listener) {
      listeners.delete(listener);
      if (listeners.size === 0) clearTimeout(timer);
    },
    isEmpty: () => listeners.size === 0,
    end() {
      clearTimeout(timer);
      for (const listener of [...listeners]) listener.end();
      listeners.clear();
    },
  };
}

type Row = Record<string, unknown>;

async function buildMessage(
  reports: ReportRunner,
  { workspaceId, websiteId, kind, hides }: LiveTopic,
): Promise<Message> {
  const reader = { workspaceId, retentionDays: null };
  const ask = async (report: Parameters<ReportRunner['runRest']>[0]): Promise<Row[]> =>
    (await reports.runRest(report, reader, { website_id: websiteId })).data;
  const [figures = {}] = await ask(realtime);
  const visitors = Number(figures.live_visitors);
  if (kind === 'now') return { event: 'now', data: JSON.stringify({ visitors }) };
  const [countries, pages, sources, events] = await Promise.all(
    [realtimeMap, livePages, liveSources, liveEvents].map(ask),
  );
  const data = {
    visitors,
    visitorsPerStep: figures.visitors_sparkline,
    eventsPerStep: figures.events_sparkline,
    pages: pages?.map(withNumbers),
    sources: sources?.map(withNumbers),
    countries: countries?.map(withNumbers),
    events: hides?.visitors ? [] : events?.filter(({ type }) => !hides?.revenue || type !== 'payment'),
  };
  return { event: 'live', data: JSON.stringify(data) };
}

/** Counts of five minutes fit into a number. */
function withNumbers(row: Row): Row {
  const counts = Object.entries(row).filter(([name]) => name === 'visitors' || name === 'events');
  return { ...row, ...Object.fromEntries(counts.map(([name, value]) => [name, Number(value)])) };
}
