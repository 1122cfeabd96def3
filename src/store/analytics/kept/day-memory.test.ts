import { expect, test } from 'vitest';
import type { WebsiteDays } from '../open-days.ts';
import { createDayMemory } from './day-memory.ts';

type Question = {
  websiteIds: readonly string[];
  answer(open: readonly string[]): void;
  fail(): void;
};

function createMemory(mostWebsites?: number) {
  const asked: Question[] = [];
  const memory = createDayMemory(
    (_, websiteIds) =>
      new Promise((resolve, reject) =>
        asked.push({
          websiteIds,
          answer: (open) => resolve(websiteIds.map((websiteId) => buildDays(websiteId, open))),
          fail: () => reject(new Error('away')),
        }),
      ),
    mostWebsites,
  );
  const find = async (...websiteIds: string[]) =>
    (await memory.findDays('w', websiteIds)).map(({ websiteId, traffic }) => [websiteId, ...traffic.open]);
  /** Asks and, where that reaches the engine, has it answer. */
  const learn = (open: readonly string[], ...websiteIds: string[]) => {
    const answers = find(...websiteIds);
    asked.at(-1)?.answer(open);
    return answers;
  };
  return { memory, asked, find, learn };
}

function buildDays(websiteId: string, open: readonly string[]): WebsiteDays {
  const part = { open, lastSettled: undefined };
  return { websiteId, traffic: part, credits: { ...part, open: [] } };
}

const today = '2024-03-20';
const earlier = '2024-03-10';
const onDay = (day: string, websiteId = 'a') =>
  ({ workspaceId: 'w', websiteId, part: 'traffic', day }) as const;

test('asks once for a website, and only for those it does not know', async () => {
  const { asked, find, learn } = createMemory();
  await learn([today], 'b');
  const answers = find('a', 'b', 'c');
  expect(asked[1]?.websiteIds).toEqual(['a', 'c']);
  asked[1]?.answer([earlier]);
  expect(await answers).toEqual([
    ['a', earlier],
    ['b', today],
    ['c', earlier],
  ]);
  expect(await find('c', 'a')).toEqual([
    ['c', earlier],
    ['a', earlier],
  ]);
  expect(asked).toHaveLength(2);
});

test('who asks while the answer is on its way shares it', async () => {
  const { asked, find } = createMemory();
  const answers = [find('a'), find('a')];
  asked[0]?.answer([today]);
  expect(await Promise.all(answers)).toEqual([[['a', today]], [['a', today]]]);
  expect(asked).toHaveLength(1);
});

test('records on a day that is open change nothing', async () => {
  const { memory, asked, find, learn } = createMemory();
  await learn([today], 'a');
  memory.addRecords([onDay(today)]);
  await find('a');
  expect(asked).toHaveLength(1);
});

test.each([
  ['another day', onDay(earlier)],
  ['the same day in the other part', { ...onDay(today), part: 'credits' as const }],
])('records on %s make it ask for their website again, and for no other', async (_, changed) => {
  const { memory, asked, learn } = createMemory();
  await learn([today], 'a', 'b');
  memory.addRecords([changed]);
  expect(await learn([earlier, today], 'b', 'a')).toEqual([
    ['b', today],
    ['a', earlier, today],
  ]);
  expect(asked.map(({ websiteIds }) => websiteIds)).toEqual([['a', 'b'], ['a']]);
});

test('the same website in another workspace is another one', async () => {
  const { memory, asked, find, learn } = createMemory();
  await learn([today], 'a');
  memory.addRecords([{ ...onDay(earlier), workspaceId: 'other' }]);
  await find('a');
  expect(asked).toHaveLength(1);
  const other = memory.findDays('other', ['a']);
  asked[1]?.answer([]);
  expect((await other)[0]?.traffic.open).toEqual([]);
});

test.each([
  ['records', ({ memory }: ReturnType<typeof createMemory>) => memory.addRecords([onDay(today)])],
  ['a change of everything', ({ memory }: ReturnType<typeof createMemory>) => memory.forget()],
])('an answer that %s came before is not given to who asks afterwards', async (_, change) => {
  const parts = createMemory();
  const { asked, find } = parts;
  const before = find('a');
  change(parts);
  const after = find('a');
  asked[1]?.answer([today]);
  asked[0]?.answer([]);
  expect(await before).toEqual([['a']]);
  expect(await after).toEqual([['a', today]]);
  expect(await find('a')).toEqual([['a', today]]);
  expect(asked).toHaveLength(2);
});

test('a question that failed is asked again', async () => {
  const { asked, find, learn } = createMemory();
  const failing = find('a', 'b');
  asked[0]?.fail();
  await expect(failing).rejects.toThrow('away');
  expect(await learn([today], 'a')).toEqual([['a', today]]);
});

test('one that fails late takes nothing newer with it', async () => {
  const { memory, asked, find, learn } = createMemory();
  const failing = find('a');
  memory.forget();
  await learn([today], 'a');
  asked[0]?.fail();
  await expect(failing).rejects.toThrow('away');
  await find('a');
  expect(asked).toHaveLength(2);
});

test('of too many websites the oldest are forgotten', async () => {
  const { asked, find, learn } = createMemory(2);
  expect(await learn([today], 'a', 'b', 'c')).toHaveLength(3);
  await find('b', 'c');
  expect(asked).toHaveLength(1);
  await learn([today], 'a');
  expect(asked).toHaveLength(2);
});
