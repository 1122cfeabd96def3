import { expect } from 'vitest';
import type { Ledger } from './senders.ts';
import type { StoredRecords } from './stored-records.ts';

const tables = ['hits', 'conversions', 'payments', 'identities'] as const;

/** Every accepted record once, no refused one, and of those without an answer none twice. */
export function expectExactlyOnce(stored: StoredRecords, ledger: Ledger): void {
  expect(ledger.surprises).toEqual([]);
  for (const table of tables) {
    const [accepted, unknown, found] = [ledger.accepted[table], ledger.unknown[table], stored[table]];
    expect([...accepted].filter((name) => !found.has(name))).toEqual([]);
    expect([...found].filter(([, count]) => count !== 1)).toEqual([]);
    expect([...found.keys()].filter((name) => !accepted.has(name) && !unknown.has(name))).toEqual([]);
  }
  expect(stored.recent).toEqual(stored.recentOfTables);
  const amounts = [...stored.amounts].map(([name, amount]) => [name, Number(amount)]);
  expect(Object.fromEntries(amounts)).toEqual(Object.fromEntries(ledger.amounts));
}
