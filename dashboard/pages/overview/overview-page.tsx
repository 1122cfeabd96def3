/** A website at a glance: figures, one large chart, and what is behind them. */
import { Suspense } from 'react';
import { Toolbar } from '../../controls/toolbar.tsx';
import { FirstStepsPlace } from '../../first-steps/first-steps-place.tsx';
import { lazyPart } from '../../load-code.ts';
import { usePageTitle } from '../../shell/page-title.ts';
import { nameOf, useWebsite } from '../../shell/place.tsx';
import { useLook } from '../../view/use-look.ts';
import { CountriesPanel } from './countries-panel.tsx';
import { Headline } from './headline.tsx';
import { Notices } from './notices.tsx';
import { Panel } from './panel.tsx';
import { panels } from './panels.ts';
import { SeriesChart } from './series-chart.tsx';

/** Its code comes when it is first opened: most look at the overview alone. */
const Details = lazyPart(() => import('./details.tsx'));

export default function OverviewPage() {
  const look = useLook();
  const { website } = useWebsite();
  usePageTitle(nameOf(website));
  return (
    <div className="overview">
      <h1 className="unseen">{`Overview of ${nameOf(website)}`}</h1>
      <Toolbar look={look} />
      <Notices look={look} />
      <FirstStepsPlace key={website.websiteId} />
      <section className="surface overview-top" aria-label="Figures over time">
        <Headline look={look} />
        <SeriesChart look={look} />
      </section>
      <div className="overview-pair">
        <Panel look={look} panel={panels.pages} />
        <Panel look={look} panel={panels.sources} />
      </div>
      <CountriesPanel look={look} />
      <div className={look.showsRevenue ? 'overview-three' : 'overview-pair'}>
        <Panel look={look} panel={panels.devices} />
        <Panel look={look} panel={panels.goals} />
        {look.showsRevenue && <Panel look={look} panel={panels.revenue} />}
      </div>
      {look.view.details !== undefined && (
        <Suspense fallback={null}>
          <Details look={look} />
        </Suspense>
      )}
    </div>
  );
}
