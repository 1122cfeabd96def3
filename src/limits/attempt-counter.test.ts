import { expect, it } from 'vitest';
import { describeControl } from '../../test/harness/control.ts';
import { createAttemptCounter, purgeAttempts, type Subject } from './attempt-counter.ts';

const secondMs = 1000;
const hourMs = 3600 * secondMs;
const start = 1_700_000_000_000;
const pair = (email: string, address = '203.0.113.7'): Subject => ({ kind: 'pair', email, address });
const network = (address: string): Subject => ({ kind: 'network', address });
const account = (email: string): Subject => ({ kind: 'account', email });
const wait = (retryAfter: number) => ({ code: 'too_many_sign_ins', details: { retryAfter } });
const ada = 'ada@example.com';

describeControl('attempts', ({ open, createDatabase }) => {
  it('are counted before they are looked at, together in all processes', async () => {
    const database = await createDatabase();
    const counters = [await open(database), await open(database)].map((each) =>
      createAttemptCounter(each, () => start),
    );
    const tries = Array.from({ length: 24 }, (_, i) => counters[i % 2]?.begin([pair(ada)]));
    const results = await Promise.allSettled(tries);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    await counters[0]?.begin([pair('bob@example.com')]);
    await counters[1]?.begin([pair(ada, '198.51.100.1')]);
  });

  it('wait for longer and longer, and begin anew after an hour or a success', async () => {
    let now = start;
    const counter = createAttemptCounter(await open(), () => now);
    const who = [pair('Ada@example.com ')];
    for (let i = 0; i < 10; i++) await counter.begin(who);
    for (const seconds of [15, 30, 60, 120, 240, 480, 900, 900, 900]) {
      await expect(counter.begin([pair(ada)])).rejects.toMatchObject(wait(seconds));
      now += seconds * secondMs - 1;
      await expect(counter.begin(who)).rejects.toMatchObject(wait(1));
      now += 1;
      await counter.begin(who);
    }
    now += hourMs;
    for (let i = 0; i < 9; i++) await counter.begin(who);
    await counter.succeed(who);
    for (let i = 0; i < 10; i++) await counter.begin(who);
    await counter.takeBack(who);
    await counter.begin(who);
    await expect(counter.begin(who)).rejects.toMatchObject(wait(15));
  });

  it('of a network are those of all its addresses, and a success gives back one', async () => {
    const counter = createAttemptCounter(await open(), () => start);
    const addresses = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:0DB8:0001:0002:0:0:0:3'];
    for (let i = 0; i < 30; i++) await counter.begin([network(addresses[i % 3] as string)]);
    await counter.succeed([network('2001:db8:1:2::7')]);
    await counter.begin([network('2001:db8:1:2::8')]);
    await expect(counter.begin([network('2001:db8:1:2::9')])).rejects.toMatchObject(wait(5));
    for (const other of ['2001:db8:1:3::1', '203.0.113.7', '::ffff:203.0.113.7', '::1']) {
      await counter.begin([network(other)]);
    }
  });

  it('give no more of them to whoever gets one right in between', async () => {
    let now = start;
    const counter = createAttemptCounter(await open(), () => now);
    const who = [network('203.0.113.7')];
    for (let i = 0; i < 30; i++) await counter.begin(who);
    for (const seconds of [5, 10, 20, 40, 60]) {
      await expect(counter.begin(who)).rejects.toMatchObject(wait(seconds));
      now += seconds * secondMs;
      await counter.begin(who);
      await counter.succeed(who);
      await counter.begin(who);
    }
    await expect(counter.begin(who)).rejects.toMatchObject(wait(60));
  });

  it('count for nobody where one of them has to wait', async () => {
    const counter = createAttemptCounter(await open(), () => start);
    const here = network('203.0.113.7');
    for (let i = 0; i < 10; i++) await counter.begin([pair(ada)]);
    for (let i = 0; i < 40; i++) await expect(counter.begin([here, pair(ada)])).rejects.toThrow();
    await counter.begin([here, pair('bob@example.com')]);
  });

  it('from many networks slow down all who are unknown, and are forgiven with a reset', async () => {
    const counter = createAttemptCounter(await open(), () => start);
    const from = (i: number) => [pair(ada, `203.0.113.${i}`), account(ada)];
    for (let i = 100; i < 200; i++) await counter.begin(from(i));
    await expect(counter.begin(from(200))).rejects.toMatchObject(wait(5));
    await counter.begin([{ kind: 'device', email: ada, device: 'known' }]);
    for (let i = 0; i < 10; i++) await counter.begin([pair(ada)]);
    await expect(counter.begin([pair(ada)])).rejects.toMatchObject(wait(15));
    await counter.forgive(' ADA@example.com');
    await counter.begin(from(200));
    await counter.begin([pair(ada)]);
  });

  it('keep no address, and are forgotten', async () => {
    const control = await open();
    const counter = createAttemptCounter(control, () => start);
    await counter.begin([network('203.0.113.7'), pair(ada), account(ada)]);
    const list = () => control.db.selectFrom('sign_in_attempts').selectAll().execute();
    expect(await list()).toHaveLength(3);
    expect(JSON.stringify(await list())).not.toMatch(/203\.0|ada/);
    await purgeAttempts(control, start + 2 * hourMs - 1);
    expect(await list()).toHaveLength(3);
    await purgeAttempts(control, start + 2 * hourMs);
    expect(await list()).toEqual([]);
  });
});
