import { useState } from 'react';
import { formatSource } from '../../format/names.ts';
import { formatCount, formatMoney } from '../../format/numbers.ts';
import { Scroll } from '../../ui/scroll.tsx';
import { type Sorting, sortRows, Table, type TableColumn } from '../../ui/table.tsx';
import type { CreditRow } from './credits.ts';

export function CreditTable({ rows, currency }: { rows: readonly CreditRow[]; currency: string }) {
  const [sorting, setSorting] = useState<Sorting>({ column: 'revenue', descending: true });
  const columns = buildColumns(currency);
  return (
    <section className="surface card" aria-label="By source and campaign">
      <header className="card-head">
        <h2>By source and campaign</h2>
      </header>
      <Scroll label="Revenue by source and campaign">
        <Table
          caption="Revenue by source and campaign"
          columns={columns}
          rows={sortRows(rows, columns, sorting)}
          keyOf={({ channel, source, medium, campaign }) => [channel, source, medium, campaign].join('\n')}
          sorting={sorting}
          onSort={setSorting}
        />
      </Scroll>
    </section>
  );
}

function buildColumns(currency: string): TableColumn<CreditRow>[] {
  const text = (
    name: 'channel' | 'source' | 'medium' | 'campaign',
    label: string,
  ): TableColumn<CreditRow> => ({
    name,
    label,
    sortBy: (row) => row[name],
    cell: (row) => (row[name] === '(none)' ? <span className="muted">none</span> : row[name]),
  });
  const money = (
    name: 'revenue' | 'revenue_new' | 'revenue_renewal' | 'revenue_refund' | 'revenue_per_visitor',
    label: string,
  ): TableColumn<CreditRow> => ({
    name,
    label,
    align: 'end',
    sortBy: (row) => row[name],
    cell: (row) => <span data-exact={row[name]}>{formatMoney(row[name], currency)}</span>,
  });
  const count = (name: 'payments' | 'visitors', label: string): TableColumn<CreditRow> => ({
    name,
    label,
    align: 'end',
    sortBy: (row) => Number(row[name]),
    cell: (row) => <span data-exact={row[name]}>{formatCount(Number(row[name]))}</span>,
  });
  // A phone has room for the first columns alone.
  return [
    { ...text('source', 'Source'), cell: ({ source, channel }) => formatSource(source, channel) },
    money('revenue', 'Revenue'),
    text('channel', 'Channel'),
    text('medium', 'Medium'),
    text('campaign', 'Campaign'),
    money('revenue_new', 'New'),
    money('revenue_renewal', 'Renewals'),
    money('revenue_refund', 'Refunds'),
    count('payments', 'Payments'),
    count('visitors', 'Visitors'),
    money('revenue_per_visitor', 'Per visitor'),
  ];
}
