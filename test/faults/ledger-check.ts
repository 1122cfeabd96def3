import { expect } from 'vitest';
import type { Ledger } from './senders.ts';
import type { StoredByServer } from './stored-records.ts';

const tables = ['hits', 'conversions', 'payments', 'identities'] as const;

/** Every accepted record once, no refused one, and of those without an answer none twice. */
export function expectExactlyOnce({ derived, ...stored }: StoredByServer, ledger: Ledger): void {
  expect(ledger.surprises).toEqual([]);
  for (const table of tables) {
    const [accepted, unknown, found] = [ledger.accepted[table], ledger.unknown[table], stored[table]];
    expect([...accepted].filter((name) => !found.has(name))).toEqual([]);
    expect([...found].filter(([, count]) => count !== 1)).toEqual([]);
    expect([...found.keys()].filter((name) => !accepted.has(name) && !unknown.has(name))).toEqual([]);
  }
  expect(Object.fromEntries(stored.amounts)).toEqual(Object.fromEntries(ledger.amounts));
  expect(derived.kept).toEqual(derived.counted);
}
