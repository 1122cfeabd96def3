import { formatCount, formatMoney } from '../../format/numbers.ts';
import { Scroll } from '../../ui/scroll.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import type { AiRow } from './operators.ts';

/** Without a currency there is no revenue to show. */
export type ReferralTableProps = { rows: readonly AiRow[]; currency: string | undefined };

/** People whom assistants sent. */
export function ReferralTable({ rows, currency }: ReferralTableProps) {
  const count = (name: 'referrals' | 'visitors' | 'conversions', label: string) => ({
    name,
    label,
    align: 'end' as const,
    cell: (row: AiRow) => <span data-exact={row[name]}>{formatCount(Number(row[name]))}</span>,
  });
  return (
    <section className="surface card" aria-label="People they sent">
      <header className="card-head">
        <h2>People they sent</h2>
      </header>
      {rows.length === 0 ? (
        <EmptyState title="Nobody yet" guide="tracking">
          Visits from assistants such as ChatGPT or Perplexity show up here.
        </EmptyState>
      ) : (
        <Scroll label="People whom AI assistants sent">
          <Table
            caption="People whom AI assistants sent"
            rows={rows}
            keyOf={({ operator }) => operator}
            columns={[
              { name: 'operator', label: 'Assistant', cell: ({ operator }) => operator },
              count('referrals', 'Sessions'),
              count('visitors', 'Visitors'),
              count('conversions', 'Conversions'),
              ...(currency === undefined
                ? []
                : [
                    {
                      name: 'revenue',
                      label: 'Revenue',
                      align: 'end' as const,
                      cell: ({ revenue }: AiRow) => formatMoney(revenue, currency),
                    },
                  ]),
            ]}
          />
        </Scroll>
      )}
    </section>
  );
}
