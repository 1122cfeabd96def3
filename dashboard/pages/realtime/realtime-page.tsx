/** What happens on the website at this moment, moved along by the server. */
import { Suspense, useEffect, useState } from 'react';
import { type Live, useLive } from '../../api/live.ts';
import { StepBars } from '../../charts/step-bars.tsx';
import { formatCountry, formatSource } from '../../format/names.ts';
import { formatCount } from '../../format/numbers.ts';
import { lazyPart } from '../../load-code.ts';
import { useWebsite } from '../../shell/place.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Notice, Skeleton, SkeletonRows } from '../../ui/states.tsx';
import { LiveBars } from './live-bars.tsx';
import { LiveStream } from './live-stream.tsx';

const WorldMap = lazyPart(() => import('../../map/world-map.tsx'));
const mostRows = 10;

export default function RealtimePage() {
  const { base, website, shared } = useWebsite();
  const live = useLive(base, website.websiteId);
  const isSilent = useIsSilent(live);
  return (
    <div className="page">
      <PageHead title="Realtime">The last five minutes, in steps of five seconds. Moves by itself.</PageHead>
      {isSilent && (
        <Notice tone="warn">
          There is no news from the server at the moment. What you see is not live until the connection is
          back.
        </Notice>
      )}
      <div className="live-pair">
        <Pulse title="Visitors" count={live?.visitors} steps={live?.visitorsPerStep} isLive />
        <Pulse title="Events" count={live && sum(live.eventsPerStep)} steps={live?.eventsPerStep} />
      </div>
      <div className="live-grid">
        <Countries live={live} />
        {!shared?.hidesVisitors && (
          <section className="surface card live-events" aria-label="Newest events">
            <header className="card-head">
              <h2>Newest events</h2>
            </header>
            {live ? <LiveStream records={live.events} /> : <SkeletonRows rows={8} />}
          </section>
        )}
        <LiveBars
          title="Current pages"
          heading="Page"
          empty="Nobody is looking at a page."
          rows={live?.pages.slice(0, mostRows).map(({ path, visitors }) => ({ text: path, visitors }))}
        />
        <LiveBars
          title="Current sources"
          heading="Source"
          empty="Where the next visitor comes from shows up here."
          rows={live?.sources.slice(0, mostRows).map(({ source, channel, visitors }) => ({
            text: formatSource(source, channel),
            note: channel === 'Direct' ? undefined : channel,
            visitors,
          }))}
        />
      </div>
    </div>
  );
}

/** A message comes every two seconds. */
const silentAfterMs = 10_000;

function useIsSilent(live: Live | undefined): boolean {
  const [silent, setSilent] = useState<{ since: Live | undefined }>();
  useEffect(() => {
    const timer = setTimeout(() => setSilent({ since: live }), silentAfterMs);
    return () => clearTimeout(timer);
  }, [live]);
  return silent !== undefined && silent.since === live;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

type PulseProps = {
  title: string;
  count: number | undefined;
  steps: readonly number[] | undefined;
  isLive?: boolean;
};

function Pulse({ title, count, steps, isLive = false }: PulseProps) {
  return (
    <section className="surface card pulse" aria-label={title}>
      <div className="pulse-words">
        <h2>
          {isLive && <span className={count ? 'now-dot now-dot-live' : 'now-dot'} aria-hidden="true" />}
          {title}
        </h2>
        <span className="pulse-count" data-live={title.toLowerCase()}>
          {count === undefined ? <Skeleton width={60} height={44} /> : formatCount(count)}
        </span>
      </div>
      <div className="pulse-bars">
        {steps ? (
          <StepBars
            values={steps}
            label={`${title} in each five seconds of the last five minutes; at most ${Math.max(...steps)}`}
          />
        ) : (
          <Skeleton height={72} />
        )}
        <div className="pulse-axis" aria-hidden="true">
          <span>5 min ago</span>
          <span>now</span>
        </div>
      </div>
    </section>
  );
}

function Countries({ live }: { live: Live | undefined }) {
  const visitors = new Map(live?.countries.map((row) => [row.country, row.visitors]));
  return (
    <section className="surface card live-countries" aria-label="Countries">
      <header className="card-head">
        <h2>Countries</h2>
      </header>
      <div className="live-map">
        <Suspense fallback={null}>
          <WorldMap
            values={visitors}
            isChosen={() => false}
            describe={(code, value) => `${formatCountry(code)}: ${formatCount(value)} now`}
          />
        </Suspense>
      </div>
      <ul className="live-country-list">
        {live?.countries.slice(0, mostRows).map(({ country, visitors: count }) => (
          <li key={country} data-country-row={country}>
            {formatCountry(country)} <strong>{formatCount(count)}</strong>
          </li>
        ))}
      </ul>
    </section>
  );
}
