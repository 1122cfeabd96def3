/** A row of the attributed_revenue report. */
export type CreditRow = {
  channel: string;
  source: string;
  medium: string;
  campaign: string;
  revenue: number;
  revenue_new: number;
  revenue_renewal: number;
  revenue_refund: number;
  payments: string;
  visitors: string;
  revenue_per_visitor: number;
};

const amounts = ['revenue', 'revenue_new', 'revenue_renewal', 'revenue_refund'] as const;
type Amounts = Record<(typeof amounts)[number], number>;

/** Shares of payments add up; payments and visitors may stand in several rows, so they do not. */
export function addUpRevenue(rows: readonly CreditRow[]): Amounts {
  const sums = amounts.map((name) => [
    name,
    roundToMillionths(rows.reduce((sum, row) => sum + row[name], 0)),
  ]);
  return Object.fromEntries(sums) as Amounts;
}

/** Amounts have up to six decimals; sums of doubles have more that mean nothing. */
const roundToMillionths = (value: number): number => Math.round(value * 1e6) / 1e6;

export function groupByChannel(rows: readonly CreditRow[]): { channel: string; revenue: number }[] {
  const channels = [...new Set(rows.map(({ channel }) => channel))];
  return channels
    .map((channel) => ({
      channel,
      revenue: addUpRevenue(rows.filter((row) => row.channel === channel)).revenue,
    }))
    .sort((one, other) => other.revenue - one.revenue);
}
