/** A fast answer that is wrong is not measured: what both can say must be the same. */
import type { DataSet } from './data-set.ts';
import { buildLeanStatements } from './lean.ts';
import { buildFive, createAsk, type FiveName, type Range } from './questions.ts';

type Rows = readonly Record<string, unknown>[];
type Counts = { key: string; counts: readonly string[] };

/** Sessions on the edge of the range count differently in plain SQL, so their sums are left out. */
const compared: { name: FiveName; plain: Counts; footfall: Counts }[] = [
  {
    name: 'visitorsByDay',
    plain: { key: 'day', counts: ['visitors'] },
    footfall: { key: 'ts', counts: ['value'] },
  },
  {
    name: 'pages',
    plain: { key: 'path', counts: ['views', 'sessions'] },
    footfall: { key: 'path', counts: ['views', 'sessions'] },
  },
  {
    name: 'countries',
    plain: { key: 'name', counts: ['visitors'] },
    footfall: { key: 'country', counts: ['visitors'] },
  },
];

export async function requireSameAnswers(dataSet: DataSet, range: Range): Promise<void> {
  const statements = buildLeanStatements(range);
  const ask = createAsk(dataSet);
  const five = buildFive(range);
  for (const { name, plain, footfall } of compared) {
    const difference = findDifference(
      takeCounts(await dataSet.rows(statements[name]), plain),
      takeCounts((await ask(five[name])).data, footfall),
    );
    if (difference) throw new Error(`${name}: plain SQL and Footfall differ. ${difference}`);
  }
}

export type Taken = ReadonlyMap<string, string>;

export function takeCounts(rows: Rows, { key, counts }: Counts): Taken {
  return new Map(
    rows.map((row) => [
      String(row[key]).replace(/T00:00:00.*$/, ''),
      counts.map((name) => String(row[name])).join(', '),
    ]),
  );
}

export function findDifference(plain: Taken, footfall: Taken): string | undefined {
  const keys = [...new Set([...plain.keys(), ...footfall.keys()])];
  const key = keys.find((each) => plain.get(each) !== footfall.get(each));
  if (key === undefined) return undefined;
  return `${key}: ${plain.get(key) ?? 'nothing'} and ${footfall.get(key) ?? 'nothing'}`;
}
