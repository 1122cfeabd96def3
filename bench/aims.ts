/** What the product is held to, and whether it keeps to it. */
import type { Table } from './table.ts';
import { formatShort } from './table.ts';

export type Aim = {
  name: string;
  /** null where something that it needs failed: then it is not met. */
  result: number | null;
  bound: { atMost: number } | { atLeast: number };
  isMet: boolean;
};

export function aimAtMost(name: string, result: number | null, most: number): Aim {
  return { name, result, bound: { atMost: most }, isMet: result !== null && result <= most };
}

export function aimAtLeast(name: string, result: number | null, least: number): Aim {
  return { name, result, bound: { atLeast: least }, isMet: result !== null && result >= least };
}

export function buildAimTable(aims: readonly Aim[]): Table {
  return {
    title: 'Aims',
    head: ['', 'aim', 'result', ''],
    rows: aims.map(({ name, result, bound, isMet }) => [
      name,
      'atMost' in bound ? `≤ ${formatShort(bound.atMost)}` : `≥ ${formatShort(bound.atLeast)}`,
      formatShort(result),
      isMet ? 'met' : 'not met',
    ]),
  };
}
