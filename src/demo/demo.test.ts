import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type LocalEngine, openLocalEngine } from '../store/analytics/duckdb/local-engine.ts';
import { bind, identifier, sql } from '../store/analytics/sql.ts';
import { tableNames } from '../store/analytics/tables.ts';
import { type Control, openControl } from '../store/control/open-control.ts';
import { listWorkspaces } from '../workspaces/list-workspaces.ts';
import { addProgramRows, addRows, emptyRows } from './build-rows.ts';
import { type Demo, demoName, prepareDemo } from './demo.ts';
import { currency } from './shop.ts';
import { buildTraffic } from './traffic.ts';

const seed = 3;

describe('preparing the demo', () => {
  let folder: string;
  let analytics: LocalEngine;
  let databases = 0;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'footfall-demo-'));
    analytics = await openLocalEngine({
      path: join(folder, 'analytics.duckdb'),
      memoryLimitMb: 512,
      temporaryDirectory: join(folder, 'temp'),
      temporaryLimitMb: 512,
    });
  });
  afterAll(async () => {
    await analytics?.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function openTestControl(): Promise<Control> {
    databases += 1;
    const control = await openControl({ sqlitePath: join(folder, `control-${databases}.sqlite`) });
    onTestFinished(() => control.close());
    return control;
  }

  async function countStored({ workspaceId }: Pick<Demo, 'workspaceId'>): Promise<Record<string, number>> {
    const counts = tableNames.map(async (table) => {
      const { rows } = await analytics.query(
        sql`SELECT count(*) AS stored FROM ${identifier(table)} WHERE workspace_id = ${bind.text(workspaceId)}`,
        new AbortController(),
      );
      return [table, Number(rows[0]?.stored)];
    });
    return Object.fromEntries(await Promise.all(counts));
  }

  function countBuilt(demo: Demo, visitors: number): Record<string, number> {
    const rows = emptyRows();
    for (const group of buildTraffic({ seed, visitors, now: Date.parse(demo.endsAt) })) {
      for (const visitor of group.visitors) addRows(rows, visitor, demo);
      addProgramRows(rows, group.programs, demo);
    }
    return Object.fromEntries(tableNames.map((table) => [table, rows[table].length]));
  }

  it('fills a workspace once and finds it again', async () => {
    const control = await openTestControl();
    const visitors = 200;
    const first = await prepareDemo({ control, analytics, seed, visitors });
    expect(first.key).toMatch(/^wk_/);
    expect(await countStored(first)).toEqual(countBuilt(first, visitors));
    const workspace = control.db.selectFrom('workspaces').select('currency');
    expect(await workspace.executeTakeFirst()).toEqual({ currency });

    const second = await prepareDemo({ control, analytics, seed, visitors });
    expect(first.signIn.password).toMatch(/^\S{20}$/);
    expect(second).toEqual({ ...first, key: null, signIn: { ...first.signIn, password: null } });
    expect(await countStored(first)).toEqual(countBuilt(first, visitors));
    expect((await listWorkspaces(control)).map(({ name }) => name)).toEqual([demoName]);
  });

  it('goes on after an interruption and stores nothing twice', async () => {
    const control = await openTestControl();
    const visitors = 6000;
    const interrupted = new AbortController();
    const stopping = prepareDemo({
      control,
      analytics,
      seed,
      visitors,
      signal: interrupted.signal,
      onProgress: (done, of) => done === of - 2 && interrupted.abort(),
    });
    await expect(stopping).rejects.toThrow();
    const [unfinished] = await listWorkspaces(control);
    expect(unfinished?.name).not.toBe(demoName);
    const kept = await countStored({ workspaceId: (unfinished as NonNullable<typeof unfinished>).id });
    expect(kept.hits).toBeGreaterThan(0);

    const demo = await prepareDemo({ control, analytics, seed, visitors });
    expect(demo.workspaceId).toBe(unfinished?.id);
    expect(demo.key).toMatch(/^wk_/);
    const built = countBuilt(demo, visitors);
    expect(await countStored(demo)).toEqual(built);
    expect(kept.hits).toBeLessThan(built.hits as number);
    expect((await listWorkspaces(control)).map(({ name }) => name)).toEqual([demoName]);
  });
});
