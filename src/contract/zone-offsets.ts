import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * How far the clocks of a time zone are from UTC. Intl takes microseconds for each answer, and a long series asks for
 * tens of thousands of instants. So the changes of a zone's clocks are looked up once and cached, period by period as
 * they are needed. Instants and offsets are milliseconds.
 */
export type ZoneOffsets = {
  at(instant: number): number;
  /** Fills the cache for all periods of a range, yielding to the event loop every few milliseconds. */
  prepare(from: number, to: number): Promise<void>;
};

const secondMs = 1000;
const hourMs = 3600 * secondMs;
const dayMs = 24 * hourMs;
/** Clocks that change and change back within this go unnoticed. The shortest summer time since 1970 lasted a week. */
const stepMs = 3 * dayMs;
const periodMs = 32 * stepMs;
/** Reports lie between these; offsets beyond are not cached, so that nobody can fill the memory with centuries. */
const firstPeriod = Math.floor(Date.UTC(1969, 0, 1) / periodMs);
const lastPeriod = Math.floor(Date.UTC(2101, 0, 1) / periodMs);

const utc: ZoneOffsets = { at: () => 0, prepare: async () => undefined };
const zones = new Map<string, ZoneOffsets>([['utc', utc]]);

/** Throws where Intl knows no such zone. */
export function requireZone(name: string): ZoneOffsets {
  const key = name.toLowerCase();
  const known = zones.get(key);
  if (known) return known;
  const zone = cacheOffsets(createIntlReader(name));
  zones.set(key, zone);
  return zone;
}

/**
 * The offsets within a period, each with the instant from which it holds; the first holds from the period's beginning.
 */
type Held = { from: number; offset: number }[];

export function cacheOffsets(readOffset: (instant: number) => number): ZoneOffsets {
  const periods = new Map<number, Held>();
  // Callers mostly ask for one instant after another, so the last period is looked at first.
  let recent: { index: number; held: Held } | undefined;

  function holdPeriod(index: number): Held {
    const held = periods.get(index) ?? readPeriod(index * periodMs, readOffset);
    periods.set(index, held);
    recent = { index, held };
    return held;
  }

  return {
    at(instant) {
      const index = Math.floor(instant / periodMs);
      if (index < firstPeriod || index > lastPeriod) return readOffset(instant);
      const held = recent?.index === index ? recent.held : holdPeriod(index);
      let last = held.length - 1;
      while (last > 0 && (held[last]?.from ?? 0) > instant) last -= 1;
      return held[last]?.offset ?? 0;
    },
    async prepare(from, to) {
      const first = Math.max(firstPeriod, Math.floor(from / periodMs));
      const last = Math.min(lastPeriod, Math.floor(to / periodMs));
      for (let index = first; index <= last; index += 1) {
        if (periods.has(index)) continue;
        holdPeriod(index);
        await nextTurn();
      }
    },
  };
}

function readPeriod(start: number, readOffset: (instant: number) => number): Held {
  const held: Held = [{ from: start, offset: readOffset(start) }];
  let { offset } = held[0] as Held[number];
  for (let from = start; from < start + periodMs; from += stepMs) {
    const until = from + stepMs;
    const lastOffset = readOffset(until);
    let since = from;
    while (offset !== lastOffset) {
      const old = offset;
      since = findChange(since, until, (instant) => readOffset(instant) === old);
      offset = readOffset(since);
      held.push({ from: since, offset });
    }
  }
  return held;
}

/** Offsets mostly change on the hour, which takes half as many steps to find as the second. */
function findChange(from: number, until: number, isBefore: (instant: number) => boolean): number {
  const hour = bisect(from, until, hourMs, isBefore);
  return isBefore(hour - secondMs) ? hour : bisect(hour - hourMs, hour, secondMs, isBefore);
}

/** The first of the instants between, `unitMs` apart, that is no longer before the change. */
function bisect(from: number, until: number, unitMs: number, isBefore: (instant: number) => boolean): number {
  let before = 0;
  let after = Math.ceil((until - from) / unitMs);
  while (after - before > 1) {
    const middle = (before + after) >> 1;
    if (isBefore(from + middle * unitMs)) before = middle;
    else after = middle;
  }
  return from + after * unitMs;
}

function createIntlReader(zone: string): (instant: number) => number {
  // Only the parts that determine the offset: each part costs time.
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (instant) => {
    const [day = 0, hour = 0, minute = 0, second = 0] = clock.format(instant).split(/\D+/).map(Number);
    const utc = new Date(instant);
    return (
      daysApart(day, utc.getUTCDate()) * dayMs +
      (hour - utc.getUTCHours()) * hourMs +
      (minute - utc.getUTCMinutes()) * 60 * secondMs +
      (second - utc.getUTCSeconds()) * secondMs
    );
  };
}

/** Between neighbouring days of the month, also across the end of a month. */
function daysApart(day: number, other: number): number {
  if (Math.abs(day - other) <= 1) return day - other;
  return day > other ? -1 : 1;
}
