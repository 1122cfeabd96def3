import { describe, expect, it } from 'vitest';
import { createSemaphore, shareOf } from './semaphore.ts';

type Options = { places: number; placesEach?: number; waitMs?: number };

/** Who was let in, in their order, and what lets each of them go. A guest's owner is the first letter of its name. */
function createGuests({ places, placesEach = places, waitMs = 60_000 }: Options) {
  const semaphore = createSemaphore({ places, placesEach, waitMs });
  const inside: { name: string; leave(): void }[] = [];
  const enter = async (name: string, signal = new AbortController().signal): Promise<void> => {
    inside.push({ name, leave: await semaphore.enter(name.slice(0, 1), signal) });
  };
  return { enter, inside, names: () => inside.map(({ name }) => name) };
}

/** Lets all promises that are due settle. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('a semaphore', () => {
  it('lets in so many at once, in their order', async () => {
    const { enter, inside, names } = createGuests({ places: 2 });
    const all = ['a', 'b', 'c', 'd'].map((name) => enter(name));
    await settled();
    expect(names()).toEqual(['a', 'b']);
    inside[1]?.leave();
    await settled();
    expect(names()).toEqual(['a', 'b', 'c']);
    inside[0]?.leave();
    await Promise.all(all);
    expect(names()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('gives a place back once, however often one leaves', async () => {
    const { enter, inside, names } = createGuests({ places: 1 });
    await enter('a');
    inside[0]?.leave();
    inside[0]?.leave();
    const later = [enter('b'), enter('c')];
    await settled();
    expect(names()).toEqual(['a', 'b']);
    inside[1]?.leave();
    await Promise.all(later);
  });

  it('keeps no place for those who go away while they wait', async () => {
    const { enter, inside, names } = createGuests({ places: 1 });
    const leaving = new AbortController();
    await enter('a');
    const second = enter('b', leaving.signal);
    const third = enter('c');
    leaving.abort();
    await expect(second).rejects.toThrow('cancelled');
    await expect(enter('d', leaving.signal)).rejects.toThrow('cancelled');
    inside[0]?.leave();
    await third;
    expect(names()).toEqual(['a', 'c']);
  });

  it('refuses those whose turn does not come in time', async () => {
    const { enter, inside, names } = createGuests({ places: 1, waitMs: 20 });
    await enter('a');
    await expect(enter('b')).rejects.toThrow('1 reports are under way');
    inside[0]?.leave();
    await enter('c');
    expect(names()).toEqual(['a', 'c']);
  });
});

describe('owners', () => {
  it('never take all places, however much they ask for', async () => {
    const { enter, inside, names } = createGuests({ places: 4, placesEach: 3 });
    const greedy = Array.from({ length: 9 }, (_, n) => enter(`a${n}`));
    await settled();
    expect(names()).toEqual(['a0', 'a1', 'a2']);
    await enter('b0');
    inside[3]?.leave();
    await settled();
    expect(names()).toEqual(['a0', 'a1', 'a2', 'b0']);
    for (let n = 0; n < inside.length; n += 1) {
      inside[n]?.leave();
      await settled();
    }
    await Promise.all(greedy);
  });

  it('take turns, whoever has waited with more', async () => {
    const { enter, inside, names } = createGuests({ places: 1 });
    const all = ['a0', 'a1', 'a2', 'a3', 'b0', 'b1', 'c0'].map((name) => enter(name));
    for (let n = 0; n < all.length; n += 1) {
      await settled();
      inside[n]?.leave();
    }
    await Promise.all(all);
    expect(names()).toEqual(['a0', 'a1', 'b0', 'c0', 'a2', 'b1', 'a3']);
  });

  it('leave some places to others where there are any', () => {
    expect([1, 2, 3, 4, 8, 9, 16].map(shareOf)).toEqual([1, 1, 2, 3, 6, 6, 12]);
  });
});
