import { expect, it } from 'vitest';
import type { HitRow } from '../store/analytics/tables.ts';
import { createGatherer, formatLine, parseGroup } from './spool-group.ts';

const hit = (path: string) => ({ path }) as HitRow;

it('gives back the rows of every record of a group as JSON text', () => {
  const awkward = 'tab\t line\n return\r separator\u2028 quote" half\ud800';
  const group = [
    formatLine(7, { claims: [], rows: { hits: hit(awkward) } }),
    formatLine(8, { claims: ['a', 'b'], rows: {} }),
    formatLine(9, { claims: ['c'], rows: { hits: hit('/'), conversions: { name: 'x' } as never } }),
  ].join('\n');
  const [first, second, third, ...more] = parseGroup(group);
  expect(more).toEqual([]);
  expect(first?.seq).toBe(7);
  expect(JSON.parse(first?.record.rows.hits ?? '')).toEqual({ path: awkward });
  expect(second).toEqual({ seq: 8, record: { claims: ['a', 'b'], rows: {} } });
  expect(third).toEqual({
    seq: 9,
    record: { claims: ['c'], rows: { hits: '{"path":"/"}', conversions: '{"name":"x"}' } },
  });
});

it('writes the lines of one turn together under the last number, and those of the next apart', async () => {
  const written: [number, string][] = [];
  const gather = createGatherer(async (seq, text) => {
    written.push([seq, text]);
  });
  await Promise.all([gather(1, 'one'), gather(2, 'two')]);
  await gather(3, 'three');
  expect(written).toEqual([
    [2, 'one\ntwo'],
    [3, 'three'],
  ]);
});

it('splits a turn that brings more than a value should hold', async () => {
  const written: number[] = [];
  const gather = createGatherer(async (seq) => {
    written.push(seq);
  });
  const long = 'x'.repeat(200_000);
  await Promise.all([gather(1, long), gather(2, long), gather(3, 'short')]);
  expect(written).toEqual([2, 3]);
});

it('fails every line of a group that cannot be written, and none of the next', async () => {
  const failures = [new Error('disk')];
  const gather = createGatherer(async () => {
    const failure = failures.pop();
    if (failure) throw failure;
  });
  const settled = await Promise.allSettled([gather(1, 'one'), gather(2, 'two')]);
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await gather(3, 'three');
});

it('writes what arrives during a write together afterwards', async () => {
  const written: number[] = [];
  let finishFirst = () => {};
  const gather = createGatherer(async (seq) => {
    written.push(seq);
    if (written.length === 1) await new Promise<void>((resolve) => (finishFirst = resolve));
  });
  const first = gather(1, 'one');
  await expect.poll(() => written).toEqual([1]);
  const second = gather(2, 'two');
  await new Promise((resolve) => setImmediate(resolve));
  const third = gather(3, 'three');
  finishFirst();
  await Promise.all([first, second, third]);
  expect(written).toEqual([1, 3]);
});
