import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalEngine, openLocalEngine } from '../store/analytics/duckdb/local-engine.ts';
import { bind, sql } from '../store/analytics/sql.ts';
import { type Control, openControl } from '../store/control/open-control.ts';
import { type Demo, prepareDemo } from './demo.ts';
import { createLiveTraffic } from './live-traffic.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const tickMs = minuteMs;

describe('traffic while the demo runs', () => {
  let folder: string;
  let analytics: LocalEngine;
  let control: Control;
  let demo: Demo;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'footfall-demo-live-'));
    analytics = await openLocalEngine({
      path: join(folder, 'analytics.duckdb'),
      memoryLimitMb: 512,
      temporaryDirectory: join(folder, 'temp'),
      temporaryLimitMb: 512,
    });
    control = await openControl({ sqlitePath: join(folder, 'control.sqlite') });
    demo = await prepareDemo({
      ...{ control, analytics, seed: 3, visitors: 20 },
      clock: () => Date.UTC(2026, 4, 4, 12),
    });
  });
  afterAll(async () => {
    await analytics?.close();
    await control?.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function count(
    from: number,
    to: number,
  ): Promise<{ hits: number; visitors: number; future: number }> {
    const span = sql`website_id = ${bind.text(demo.websiteId)} AND ts > ${bind.instant(from)}`;
    const { rows } = await analytics.query(
      sql`SELECT count(*) FILTER (WHERE ts <= ${bind.instant(to)}) AS hits, count(DISTINCT visitor_id) AS visitors,
          count(*) FILTER (WHERE ts > ${bind.instant(to)}) AS future FROM hits WHERE ${span}`,
      new AbortController(),
    );
    const [row = {}] = rows;
    return { hits: Number(row.hits), visitors: Number(row.visitors), future: Number(row.future) };
  }

  it('never leaves five minutes empty, says nothing ahead of time, and grows slowly when left alone', async () => {
    const startedAt = Date.parse(demo.endsAt) + hourMs;
    let now = startedAt;
    const live = createLiveTraffic({ control, analytics, target: demo, seed: 3, clock: () => now });
    const run = async (until: number) => {
      for (; now < until; now += tickMs) await live.tick();
      await live.tick();
    };
    await live.tick();
    expect((await count(startedAt - 1, now)).hits).toBeGreaterThan(0);
    for (let minutes = 5; minutes <= 20; minutes += 5) {
      await run(startedAt + minutes * minuteMs);
      const { hits, future } = await count(now - 5 * minuteMs, now);
      expect({ minutes, isAlive: hits > 5, future }).toEqual({ minutes, isAlive: true, future: 0 });
    }
    const lively = (await count(startedAt - 1, now)).visitors;
    expect(lively).toBeGreaterThan(30);
    expect(lively).toBeLessThan(120);

    // The machine slept for the rest of the day: nobody is made up for the hours between.
    now = startedAt + 8 * hourMs;
    const wokeAt = now;
    await run(wokeAt + 20 * minuteMs);
    const later = (await count(wokeAt - 1, now)).visitors;
    expect(later).toBeGreaterThan(0);
    expect(later).toBeLessThan(25);
    expect((await count(startedAt + 20 * minuteMs, wokeAt - minuteMs)).hits).toBeLessThan(120);
  });

  it('keeps what could not be stored for the next time', async () => {
    const startedAt = Date.parse(demo.endsAt) + 48 * hourMs;
    let now = startedAt;
    let isAway = true;
    const store: LocalEngine['store'] = async (batch) => {
      if (isAway) throw new Error('away');
      return analytics.store(batch);
    };
    const live = createLiveTraffic({
      control,
      analytics: { store },
      target: demo,
      seed: 9,
      clock: () => now,
    });
    await expect(live.tick()).rejects.toThrow('away');
    expect(await count(startedAt - 1, now + hourMs)).toEqual({ hits: 0, visitors: 0, future: 0 });
    isAway = false;
    now += 1_000;
    await live.tick();
    expect((await count(startedAt - 1, startedAt)).hits).toBe(1);
  });
});
