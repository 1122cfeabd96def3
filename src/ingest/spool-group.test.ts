import { expect, it } from 'vitest';
import type { WorkspaceId } from '../contract/ids.ts';
import { countLines, createGatherer, formatLine, parseGroup, parseRecord } from './spool-group.ts';

const goal = (name: string) => ({
  kind: 'goal' as const,
  workspaceId: 'w' as WorkspaceId,
  websiteId: 'ff_test',
  ts: 1,
  visitorId: 'v',
  name,
  properties: { [name]: name },
});

it('gives back every record of a group as it was', () => {
  const awkward = 'tab\t line\n return\r separator\u2028 quote" half\ud800';
  const lines = [
    formatLine(7, { claims: [], record: goal(awkward) }),
    formatLine(8, { claims: ['a', 'b'], record: goal('plain') }),
  ];
  const group = lines.join('\n');
  expect(countLines(group)).toBe(2);
  const waiting = parseGroup(group);
  expect(waiting).toEqual([
    { seq: 7, claims: [], line: lines[0] },
    { seq: 8, claims: ['a', 'b'], line: lines[1] },
  ]);
  expect(waiting.map(parseRecord)).toEqual([goal(awkward), goal('plain')]);
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
