/** What AI assistants bring, and what their programs fetch. */
import { Suspense } from 'react';
import { useReport } from '../../api/reports.ts';
import type { TrendLine } from '../../charts/trend.tsx';
import { ModelNote } from '../../controls/model-switch.tsx';
import { Toolbar } from '../../controls/toolbar.tsx';
import { formatCount, formatMoney } from '../../format/numbers.ts';
import { lazyPart } from '../../load-code.ts';
import { Answered } from '../../ui/answered.tsx';
import { GuideLink } from '../../ui/guide-link.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Notice } from '../../ui/states.tsx';
import { Sums } from '../../ui/sums.tsx';
import { adviceFor } from '../../view/narrowed.ts';
import { type Look, useLook } from '../../view/use-look.ts';
import { CrawlTable } from './crawl-table.tsx';
import { type AiRow, purposes } from './operators.ts';
import { PageTable } from './page-table.tsx';
import { SiteTable } from './site-table.tsx';
import { WayTable } from './way-table.tsx';

const Trend = lazyPart(() => import('../../charts/trend.tsx'));

const lines: readonly [TrendLine, ...TrendLine[]] = [
  { name: 'visitors', label: 'Visitors sent', column: 'visitors', kind: 'count' },
  { name: 'crawls', label: 'Pages fetched', column: 'crawls', kind: 'count' },
];
const revenueLine: TrendLine = { name: 'revenue', label: 'Their revenue', column: 'revenue', kind: 'money' };

export default function AiPage() {
  const look = useLook();
  const asked = useReport<AiRow>(look.question('pixel/metrics/ai_traffic', { limit: 1000 }));
  return (
    <div className="page">
      <Toolbar look={look} />
      <PageHead title="AI traffic">
        People whom assistants sent to you, and the pages that their crawlers and agents fetched. Filters
        select people. What programs fetched is narrowed by the assistant alone.
      </PageHead>
      <Answered
        asked={asked}
        framed
        empty={{
          title: 'No AI traffic in this period',
          advice: adviceFor(look, 'Choose more days. Crawlers run no script: your server reports them.'),
          guide: 'server-side',
        }}
      >
        {(rows) => <AiTraffic look={look} rows={rows} />}
      </Answered>
    </div>
  );
}

function AiTraffic({ look, rows }: { look: Look; rows: readonly AiRow[] }) {
  const { currency, showsRevenue } = look;
  const sum = (name: keyof AiRow) => rows.reduce((total, row) => total + Number(row[name]), 0);
  const crawls = sum('crawls');
  const fetching = rows.filter((row) => Number(row.crawls) > 0);
  return (
    <div className="ai">
      <Sums
        label="Totals"
        sums={[
          { label: 'Sessions sent', value: formatCount(sum('referrals')), exact: sum('referrals') },
          { label: 'Their conversions', value: formatCount(sum('conversions')), exact: sum('conversions') },
          ...(showsRevenue
            ? [
                {
                  label: 'Their revenue',
                  value: formatMoney(sum('revenue'), currency),
                  exact: sum('revenue'),
                },
              ]
            : []),
          { label: 'Pages fetched', value: formatCount(crawls), exact: crawls },
          ...(crawls > 0 ? purposes : []).map(({ name, label }) => ({
            label,
            value: formatCount(sum(name)),
            exact: sum(name),
          })),
        ]}
      />
      {look.showsRevenue && <ModelNote look={look} />}
      {crawls === 0 && (
        <Notice>
          No crawler was reported. Crawlers run no script, so your server has to send their requests. There is
          code for Express, Fastify, Next.js and nginx: <GuideLink guide="server-side" />.
        </Notice>
      )}
      <Suspense fallback={null}>
        <Trend
          look={look}
          title="Over time"
          path="pixel/analytics/ai-series"
          lines={showsRevenue ? [...lines, revenueLine] : lines}
        />
      </Suspense>
      <WayTable look={look} rows={rows} />
      <div className="ai-pair">
        <SiteTable look={look} />
        <CrawlTable look={look} rows={fetching} />
      </div>
      {crawls > 0 && <PageTable look={look} />}
    </div>
  );
}
