import { describe, expect, it } from 'vitest';
import { addUpRevenue, type CreditRow, groupByChannel } from './credits.ts';

const row = (channel: string, revenue: number): CreditRow => ({
  channel,
  source: 'a',
  medium: '(none)',
  campaign: '(none)',
  revenue,
  revenue_new: revenue,
  revenue_renewal: 0,
  revenue_refund: 0,
  payments: '1',
  visitors: '1',
  revenue_per_visitor: revenue,
});

describe('credits', () => {
  const rows = [row('Email', 0.1), row('Direct', 5), row('Email', 0.2)];

  it('add up without the dust of doubles', () => {
    expect(addUpRevenue(rows.filter(({ channel }) => channel === 'Email')).revenue).toBe(0.3);
  });

  it('are grouped by channel, most first', () => {
    expect(groupByChannel(rows)).toEqual([
      { channel: 'Direct', revenue: 5 },
      { channel: 'Email', revenue: 0.3 },
    ]);
  });
});
