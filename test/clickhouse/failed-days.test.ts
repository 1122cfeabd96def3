/** A website whose days cannot be settled keeps no other from being settled. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Log } from '../../src/contract/log.ts';
import type { Lease } from '../../src/store/control/lease.ts';
import { insertRows, layoutNames, type OpenLayout, openLayout, silent } from './layouts.ts';

const now = Date.parse('2024-03-20T12:00:00Z');
const websites = ['ff_0', 'ff_1', 'ff_2', 'ff_3', 'ff_4'];
const failing = 'ff_3';

/** Of which it is seen whether somebody has it. */
function createWatchedLease(): Lease & { isTaken: boolean } {
  const lease = {
    isTaken: false,
    async take() {
      lease.isTaken = true;
      return true;
    },
    async release() {
      lease.isTaken = false;
    },
  };
  return lease;
}

describe.each(layoutNames)('a day that fails on %s', (name) => {
  const errors: { fields: object; message: string }[] = [];
  const log: Log = {
    ...silent,
    error(fields: object, message: string) {
      errors.push({ fields, message });
    },
  };
  const lease = createWatchedLease();
  // Settled when told to.
  const settling = { lease, intervalMs: 3_600_000 };
  let layout: OpenLayout;

  beforeAll(async () => {
    layout = await openLayout(name, { clock: () => now, log, settling });
    const hits = websites.map((website_id, index) => ({
      workspace_id: 'w',
      website_id,
      ts: '2024-03-18 10:00:00.000',
      seq: index + 1,
      visitor_id: `v${index}`,
      type: 'pageview' as const,
      session_id: `s${index}`,
      path: '/',
    }));
    await insertRows(layout.engine, 'hits', hits, 'the hits');
    const visits = layout.stored('settled_visits');
    await layout.command(`ALTER TABLE ${visits} ADD CONSTRAINT fault CHECK website_id != '${failing}'`);
  });
  afterAll(() => layout?.close());

  it('leaves the others settled, is logged and counted, and holds no lease', async () => {
    expect(await layout.engine.settleNow()).toBe(websites.length - 1);
    const failure = { workspaceId: 'w', websiteId: failing, day: '2024-03-18', part: 'traffic' };
    expect(layout.engine.settlingErrors()).toMatchObject([failure]);
    expect(layout.engine.countFailedDays?.()).toBe(1);
    expect(errors).toMatchObject([{ fields: failure, message: 'a day could not be settled' }]);
    expect(lease.isTaken).toBe(false);
  });

  it('is settled once it can be', async () => {
    await layout.command(`ALTER TABLE ${layout.stored('settled_visits')} DROP CONSTRAINT fault`);
    expect(await layout.engine.settleNow()).toBe(1);
    expect(layout.engine.countFailedDays?.()).toBe(0);
  });
});
