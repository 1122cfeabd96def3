/** Which visits earned the money, by a model of one's choice. */
import { Suspense } from 'react';
import { useReport } from '../../api/reports.ts';
import type { TrendLine } from '../../charts/trend.tsx';
import { ModelTabs, modelWords } from '../../controls/model-switch.tsx';
import { Toolbar } from '../../controls/toolbar.tsx';
import { formatMoney, formatPercent } from '../../format/numbers.ts';
import { lazyPart } from '../../load-code.ts';
import { Answered } from '../../ui/answered.tsx';
import { CsvLink } from '../../ui/csv-link.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Sums } from '../../ui/sums.tsx';
import { adviceFor } from '../../view/narrowed.ts';
import { type Look, useLook } from '../../view/use-look.ts';
import { CreditTable } from './credit-table.tsx';
import { addUpRevenue, type CreditRow, groupByChannel } from './credits.ts';

const Trend = lazyPart(() => import('../../charts/trend.tsx'));

const lines: readonly [TrendLine] = [{ name: 'revenue', label: 'Revenue', column: 'value', kind: 'money' }];

export default function AttributionPage() {
  const look = useLook();
  const { model } = look.view;
  const question = look.question('pixel/metrics/attributed_revenue', { limit: 1000 });
  const asked = useReport<CreditRow>(question);
  return (
    <div className="page">
      <Toolbar look={look} />
      <PageHead
        title="Revenue"
        tools={
          <>
            <ModelTabs look={look} />
            <CsvLink question={question} />
          </>
        }
      >
        {modelWords[model]} All pages follow this choice.
      </PageHead>
      <Answered
        asked={asked}
        framed
        empty={{
          title: 'No payments in these days',
          advice: adviceFor(
            look,
            'Send payments from your server, and see which sources they came from. The guide has the code for Stripe.',
          ),
          guide: 'revenue',
        }}
      >
        {(rows) => <Credits look={look} rows={rows} />}
      </Answered>
    </div>
  );
}

function Credits({ look, rows }: { look: Look; rows: readonly CreditRow[] }) {
  const { currency } = look;
  const total = addUpRevenue(rows);
  const money = (value: number) => formatMoney(value, currency);
  return (
    <div className="credits">
      <Sums
        label="Totals"
        sums={[
          { label: 'Revenue', value: money(total.revenue), exact: total.revenue },
          { label: 'New', value: money(total.revenue_new), exact: total.revenue_new },
          { label: 'Renewals', value: money(total.revenue_renewal), exact: total.revenue_renewal },
          { label: 'Refunds', value: money(total.revenue_refund), exact: total.revenue_refund },
        ]}
      />
      <Suspense fallback={null}>
        <Trend look={look} title="Over time" path="pixel/analytics/revenue-series" lines={lines} />
      </Suspense>
      <section className="surface card" aria-label="By channel">
        <header className="card-head">
          <h2>By channel</h2>
        </header>
        <ul className="shares">
          {groupByChannel(rows).map(({ channel, revenue }) => {
            const share = total.revenue > 0 ? (100 * revenue) / total.revenue : 0;
            return (
              <li key={channel} data-channel={channel}>
                <span className="share-name">{channel}</span>
                <span className="share-track">
                  <span className="share-bar" style={{ width: `${Math.min(100, Math.max(0.5, share))}%` }} />
                </span>
                <span className="share-number">{money(revenue)}</span>
                <span className="share-part">{formatPercent(share)}</span>
              </li>
            );
          })}
        </ul>
      </section>
      <CreditTable rows={rows} currency={currency} />
    </div>
  );
}
