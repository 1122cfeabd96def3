import { formatCount, formatMoney } from '../../format/numbers.ts';
import { Scroll } from '../../ui/scroll.tsx';
import { Table, type TableColumn } from '../../ui/table.tsx';
import type { Look } from '../../view/use-look.ts';
import { OperatorButton } from './operator-button.tsx';
import type { AiRow } from './operators.ts';

/** Of each operator: how much it fetched, whom it sent for that, and what they paid. */
export function WayTable({ look, rows }: { look: Look; rows: readonly AiRow[] }) {
  const title = look.showsRevenue ? 'From crawl to revenue' : 'From crawl to visit';
  return (
    <section className="surface card" aria-label={title}>
      <header className="card-head">
        <h2>{title}</h2>
      </header>
      <Scroll label="Operators">
        <Table caption={title} rows={rows} keyOf={({ operator }) => operator} columns={buildColumns(look)} />
      </Scroll>
    </section>
  );
}

function buildColumns(look: Look): TableColumn<AiRow>[] {
  const count = (
    name: 'crawls' | 'referrals' | 'visitors' | 'conversions',
    label: string,
  ): TableColumn<AiRow> => ({
    name,
    label,
    align: 'end',
    cell: (row) => <span data-exact={row[name]}>{formatCount(Number(row[name]))}</span>,
  });
  const revenue: TableColumn<AiRow> = {
    name: 'revenue',
    label: '→ Revenue',
    align: 'end',
    cell: (row) => <span data-exact={row.revenue}>{formatMoney(row.revenue, look.currency)}</span>,
  };
  return [
    {
      name: 'operator',
      label: 'Operator',
      cell: ({ operator }) => <OperatorButton look={look} operator={operator} />,
    },
    count('crawls', 'Fetched'),
    count('referrals', '→ Sessions'),
    count('visitors', 'Visitors'),
    count('conversions', '→ Conversions'),
    ...(look.showsRevenue ? [revenue] : []),
    { name: 'ratio', label: 'Fetched per session', align: 'end', cell: writeRatio },
  ];
}

function writeRatio({ crawls, referrals }: AiRow) {
  const [fetched, sent] = [Number(crawls), Number(referrals)];
  if (fetched === 0) return <span className="muted">–</span>;
  if (sent === 0) return <span className="muted">nobody sent</span>;
  const ratio = fetched / sent;
  return `${ratio < 10 ? ratio.toFixed(1) : formatCount(ratio)} to 1`;
}
