import { expect, it } from 'vitest';
import { describeControl } from '../../test/harness/control.ts';
import { countToday, purgeDailyCounts, secondsLeftToday } from './daily-counter.ts';

const noon = Date.UTC(2026, 4, 1, 12);
const hourMs = 3_600_000;

describeControl('daily counts', ({ open, createDatabase }) => {
  it('are full after so many, together in all processes, until the day is over', async () => {
    const database = await createDatabase();
    const controls = [await open(database), await open(database)];
    const counted = await Promise.all(
      Array.from({ length: 12 }, (_, i) => countToday(controls[i % 2] as never, 'ours', 5, noon)),
    );
    expect(counted.filter(Boolean)).toHaveLength(5);
    const [control] = controls as [never];
    expect(await countToday(control, 'theirs', 5, noon)).toBe(true);
    expect(await countToday(control, 'ours', 5, noon + 12 * hourMs - 1)).toBe(false);
    expect(secondsLeftToday(noon)).toBe(12 * 3600);
    expect(await countToday(control, 'ours', 5, noon + 12 * hourMs)).toBe(true);
  });

  it('keep no name, and are forgotten', async () => {
    const control = await open();
    await countToday(control, 'ada@example.com', 5, noon);
    const list = () => control.db.selectFrom('daily_counts').selectAll().execute();
    expect(JSON.stringify(await list())).not.toContain('ada');
    await purgeDailyCounts(control, noon + 24 * hourMs);
    expect(await list()).toHaveLength(1);
    await purgeDailyCounts(control, noon + 48 * hourMs);
    expect(await list()).toEqual([]);
  });
});
