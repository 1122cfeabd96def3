import { useReport } from '../../api/reports.ts';
import { formatReferrer } from '../../format/names.ts';
import { formatCount, formatMoney } from '../../format/numbers.ts';
import { Answered } from '../../ui/answered.tsx';
import { RowMark } from '../../ui/row-mark.tsx';
import { Scroll } from '../../ui/scroll.tsx';
import { Table } from '../../ui/table.tsx';
import type { Look } from '../../view/use-look.ts';
import { FilterButton } from './filter-button.tsx';

type SiteRow = { site: string; visitors: string; conversions: string; revenue: number };

const title = 'Sites that sent people';

/** The hosts of assistants that people came from. */
export function SiteTable({ look }: { look: Look }) {
  const { currency, showsRevenue } = look;
  const asked = useReport<SiteRow>(look.question('pixel/analytics/ai-sites'));
  const count = (name: 'visitors' | 'conversions', label: string) => ({
    name,
    label,
    align: 'end' as const,
    cell: (row: SiteRow) => <span data-exact={row[name]}>{formatCount(Number(row[name]))}</span>,
  });
  const revenue = {
    name: 'revenue',
    label: 'Revenue',
    align: 'end' as const,
    cell: (row: SiteRow) => formatMoney(row.revenue, currency),
  };
  return (
    <section className="surface card" aria-label={title}>
      <header className="card-head">
        <h2>{title}</h2>
      </header>
      <Answered
        asked={asked}
        rows={4}
        empty={{
          title: 'Nobody yet',
          advice: 'Visits from assistants such as ChatGPT or Perplexity show up here.',
          guide: 'tracking',
        }}
      >
        {(rows) => (
          <Scroll label="Assistants by site">
            <Table
              caption={title}
              rows={rows}
              keyOf={({ site }) => site}
              columns={[
                { name: 'site', label: 'Site', cell: ({ site }) => <SiteButton look={look} site={site} /> },
                count('visitors', 'Visitors'),
                count('conversions', 'Conversions'),
                ...(showsRevenue ? [revenue] : []),
              ]}
            />
          </Scroll>
        )}
      </Answered>
    </section>
  );
}

function SiteButton({ look, site }: { look: Look; site: string }) {
  return (
    <FilterButton look={look} filter="referrer" value={site}>
      <RowMark mark={{ kind: 'tile', value: site }} />{' '}
      {site === '(direct)' ? 'Tagged links, no site told' : formatReferrer(site)}
    </FilterButton>
  );
}
