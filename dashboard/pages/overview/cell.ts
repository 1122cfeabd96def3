import { type Cell, toNumber } from '../../api/reports.ts';
import { formatCount, formatMoney, formatPercent, formatSeconds } from '../../format/numbers.ts';
import type { ColumnKind } from './panel-facts.ts';

const formats: Record<ColumnKind, (value: number, currency: string) => string> = {
  count: formatCount,
  percent: formatPercent,
  seconds: formatSeconds,
  money: formatMoney,
};

export function formatCell(kind: ColumnKind, cell: Cell | undefined, currency: string): string {
  return formats[kind](toNumber(cell), currency);
}
