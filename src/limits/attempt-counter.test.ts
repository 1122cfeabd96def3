import { expect, it } from 'vitest';
import { describeControl } from '../../test/harness/control.ts';
import { createAttemptCounter, type Subject } from './attempt-counter.ts';

const quarterMs = 15 * 60_000;
const email = (name: string): Subject => ({ kind: 'email', name });
const address = (name: string): Subject => ({ kind: 'address', name });
const tooMany = { code: 'too_many_sign_ins' };

describeControl('attempts', ({ open, createDatabase }) => {
  it('are counted before they are looked at, together in all processes', async () => {
    const database = await createDatabase();
    const clock = () => 1_700_000_000_000;
    const counters = [await open(database), await open(database)].map((each) =>
      createAttemptCounter(each, clock),
    );
    const tries = Array.from({ length: 24 }, (_, i) => counters[i % 2]?.begin([email('ada@example.com')]));
    const results = await Promise.allSettled(tries);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    await counters[0]?.begin([email('bob@example.com')]);
  });

  it('say how long to wait, and begin anew after that or after a success', async () => {
    let now = 1_700_000_000_000;
    const counter = createAttemptCounter(await open(), () => now);
    const who = [email('Ada@example.com ')];
    for (let i = 0; i < 10; i++) await counter.begin(who);
    now += 60_000;
    await expect(counter.begin([email('ada@example.com')])).rejects.toMatchObject({
      ...tooMany,
      details: { retryAfter: 14 * 60 },
    });
    now += quarterMs - 60_000;
    for (let i = 0; i < 9; i++) await counter.begin(who);
    await counter.succeed(who);
    for (let i = 0; i < 10; i++) await counter.begin(who);
    await counter.takeBack(who);
    await counter.begin(who);
    await expect(counter.begin(who)).rejects.toMatchObject(tooMany);
  });

  it('of a network are those of all its addresses, and a success gives back one', async () => {
    const counter = createAttemptCounter(await open(), () => 1_700_000_000_000);
    const network = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:0DB8:0001:0002:0:0:0:3'];
    for (let i = 0; i < 30; i++) await counter.begin([address(network[i % 3] as string)]);
    await counter.succeed([address('2001:db8:1:2::7')]);
    await counter.begin([address('2001:db8:1:2::8')]);
    await expect(counter.begin([address('2001:db8:1:2::9')])).rejects.toMatchObject(tooMany);
    for (const other of ['2001:db8:1:3::1', '203.0.113.7', '::ffff:203.0.113.7', '::1']) {
      await counter.begin([address(other)]);
    }
  });

  it('keep no address', async () => {
    const control = await open();
    const subjects = [address('203.0.113.7'), email('ada@example.com')];
    await createAttemptCounter(control, () => 1_700_000_000_000).begin(subjects);
    const rows = await control.db.selectFrom('sign_in_attempts').selectAll().execute();
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toMatch(/203|ada/);
  });
});
