import { expect, it } from 'vitest';
import { describeControl } from '../../../test/harness/control.ts';
import { createLease, whileHeld } from './lease.ts';

describeControl('a lease', ({ createDatabase, open }) => {
  it('is held by one server at a time, until it is released or expires', async () => {
    const database = await createDatabase();
    let now = 1_700_000_000_000;
    const clock = () => now;
    const one = createLease(await open(database), 'work', clock, 1000);
    const other = createLease(await open(database), 'work', clock, 1000);
    expect([await one.take(), await other.take(), await one.take()]).toEqual([true, false, true]);
    await other.release();
    expect(await other.take()).toBe(false);
    await one.release();
    expect([await other.take(), await one.take()]).toEqual([true, false]);
    now += 1001;
    expect([await one.take(), await other.take()]).toEqual([true, false]);
  });

  it('is released after the work, whether that succeeds or fails', async () => {
    const database = await createDatabase();
    const one = createLease(await open(database), 'work', Date.now);
    const other = createLease(await open(database), 'work', Date.now);
    await one.take();
    expect(await whileHeld(one, () => other.take())).toBe(false);
    expect(await other.take()).toBe(true);
    await expect(whileHeld(other, () => Promise.reject(new Error('no room')))).rejects.toThrow('no room');
    expect(await one.take()).toBe(true);
  });
});
