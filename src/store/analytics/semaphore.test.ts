import { describe, expect, it } from 'vitest';
import { createSemaphore } from './semaphore.ts';

/** Who was let in, in their order, and what lets each of them go. */
function createGuests(places: number, waitMs = 60_000) {
  const semaphore = createSemaphore(places, waitMs);
  const inside: { name: string; leave(): void }[] = [];
  const enter = async (name: string, signal = new AbortController().signal): Promise<void> => {
    inside.push({ name, leave: await semaphore.enter(signal) });
  };
  return { enter, inside, names: () => inside.map(({ name }) => name) };
}

/** Lets all promises that are due settle. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('a semaphore', () => {
  it('lets in so many at once, in their order', async () => {
    const { enter, inside, names } = createGuests(2);
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
    const { enter, inside, names } = createGuests(1);
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
    const { enter, inside, names } = createGuests(1);
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
    const { enter, inside, names } = createGuests(1, 20);
    await enter('a');
    await expect(enter('b')).rejects.toThrow('1 reports are under way');
    inside[0]?.leave();
    await enter('c');
    expect(names()).toEqual(['a', 'c']);
  });
});
