import { EventEmitter, once } from 'node:events';
import { expect, it } from 'vitest';
import { describeControl } from '../../test/harness/control.ts';
import type { Log } from '../contract/log.ts';
import type { Control } from '../store/control/open-control.ts';
import type { Job } from './job.ts';
import { listJobs } from './list-jobs.ts';
import { createScheduler } from './scheduler.ts';

const minute = 60_000;
const silent: Log = { debug() {}, info() {}, warn() {}, error() {} };

/** A time that tests move, and what ran when. */
function createScene() {
  const scene = {
    now: Date.UTC(2026, 2, 1),
    ran: [] as string[],
    schedule(control: Control, server: string, work: Job['run'] = async () => {}) {
      const job: Job = {
        name: 'sweep',
        everyMs: 10 * minute,
        run: async (running) => {
          scene.ran.push(server);
          await work(running);
        },
      };
      return createScheduler({ control, clock: () => scene.now, log: silent, jobs: [job] });
    },
  };
  return scene;
}

describeControl('jobs', ({ open, createDatabase }) => {
  it('run once a time on any number of servers', async () => {
    const database = await createDatabase();
    const scene = createScene();
    const servers = await Promise.all(
      ['a', 'b', 'c'].map(async (name) => scene.schedule(await open(database), name)),
    );
    await Promise.all(servers.map((server) => server.start()));
    await Promise.all(servers.map((server) => server.runDue()));
    expect(scene.ran).toHaveLength(1);
    scene.now += 9 * minute;
    await Promise.all(servers.map((server) => server.runDue()));
    expect(scene.ran).toHaveLength(1);
    scene.now += minute;
    await Promise.all(servers.flatMap((server) => [server.runDue(), server.runDue()]));
    expect(scene.ran).toHaveLength(2);
    await Promise.all(servers.map((server) => server.stop()));
  });

  it('go on after a restart where they were, and once for all that was missed', async () => {
    const control = await open();
    const scene = createScene();
    const first = scene.schedule(control, 'first');
    await first.start();
    await first.runDue();
    await first.stop();
    scene.now += 5 * minute;
    const second = scene.schedule(control, 'second');
    await second.start();
    await second.runDue();
    expect(scene.ran).toEqual(['first']);
    await second.stop();
    scene.now += 24 * 60 * minute;
    const third = scene.schedule(control, 'third');
    await third.start();
    await third.runDue();
    expect(scene.ran).toEqual(['first', 'third']);
    await third.stop();
  });

  it('are taken over from a server that died, and from no other', async () => {
    const database = await createDatabase();
    const scene = createScene();
    const events = new EventEmitter();
    const dead = scene.schedule(await open(database), 'dead', async () => {
      events.emit('begun');
      await once(events, 'end');
    });
    const begun = once(events, 'begun');
    await dead.start();
    await begun;
    const alive = scene.schedule(await open(database), 'alive');
    await alive.start();
    await alive.wake('sweep');
    await alive.runDue();
    expect(scene.ran).toEqual(['dead']);
    scene.now += 3 * minute;
    await alive.runDue();
    expect(scene.ran).toEqual(['dead', 'alive']);
    // Back again, it changes nothing about what the other has done since.
    const before = await listJobs(await open(database), scene.now);
    events.emit('error', new Error('too late'));
    await dead.stop();
    expect(await listJobs(await open(database), scene.now)).toEqual(before);
    await alive.stop();
  });

  it('show their state, the last error, and that the next run went well', async () => {
    const control = await open();
    const scene = createScene();
    let fails = true;
    const server = scene.schedule(control, 'a', async () => {
      if (fails) throw new Error('The disk is full.');
    });
    await server.start();
    await server.runDue();
    const iso = (ms: number) => new Date(ms).toISOString();
    const failedAt = iso(scene.now);
    expect(await listJobs(control, scene.now)).toEqual([
      {
        name: 'sweep',
        state: 'failed',
        runs: 1,
        dueAt: iso(scene.now + 10 * minute),
        startedAt: failedAt,
        finishedAt: failedAt,
        failedAt,
        error: 'The disk is full.',
      },
    ]);
    scene.now += 20 * minute;
    expect(await listJobs(control, scene.now)).toMatchObject([{ state: 'late' }]);
    fails = false;
    await server.runDue();
    expect(await listJobs(control, scene.now)).toMatchObject([
      { state: 'waiting', runs: 2, failedAt, error: null },
    ]);
    await server.stop();
  });

  it('run again when they are made due while they run', async () => {
    const control = await open();
    const scene = createScene();
    const server = scene.schedule(control, 'a', async () => {
      expect(await listJobs(control, scene.now)).toMatchObject([{ state: 'running' }]);
      if (scene.ran.length === 1) await server.wake('sweep');
    });
    await server.start();
    await server.runDue();
    expect(scene.ran).toHaveLength(2);
    await server.stop();
  });

  it('are asked to end when the server stops, which waits for them', async () => {
    const control = await open();
    const scene = createScene();
    let ended = false;
    const events = new EventEmitter();
    const server = scene.schedule(control, 'a', async ({ signal }) => {
      events.emit('begun');
      await once(signal, 'abort');
      ended = true;
    });
    const begun = once(events, 'begun');
    await server.start();
    await begun;
    await server.stop();
    expect(ended).toBe(true);
    scene.now += 24 * 60 * minute;
    await server.runDue();
    expect(scene.ran).toHaveLength(1);
  });
});
