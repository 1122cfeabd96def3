/** How far visitors come along some steps: built, looked at, and kept under a name. */
import { Suspense, useEffect, useState } from 'react';
import { type Funnel, useFunnels } from '../../api/funnels.ts';
import { useReport } from '../../api/reports.ts';
import type { TrendLine } from '../../charts/trend.tsx';
import { Toolbar } from '../../controls/toolbar.tsx';
import { lazyPart } from '../../load-code.ts';
import { useWebsite } from '../../shell/place.tsx';
import { Answered } from '../../ui/answered.tsx';
import { Button } from '../../ui/button.tsx';
import { IconPlus } from '../../ui/icons.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { adviceFor } from '../../view/narrowed.ts';
import { type Look, useLook } from '../../view/use-look.ts';
import { type Draft, findDraft } from './draft.ts';
import { FunnelResult, type FunnelRow } from './funnel-result.tsx';
import { FunnelTools } from './funnel-tools.tsx';
import { StepEditor } from './step-editor.tsx';
import {
  completeSteps,
  emptySteps,
  fewestSteps,
  joinSteps,
  parseStep,
  type Step,
  writeStep,
} from './steps.ts';

const Trend = lazyPart(() => import('../../charts/trend.tsx'));

const lines: readonly [TrendLine] = [
  { name: 'completed', label: 'Went all the way', column: 'visitors', kind: 'count' },
];

export default function FunnelsPage() {
  const look = useLook();
  const { base, website } = useWebsite();
  const [begun, setBegun] = useState(0);
  const begin = () => {
    setBegun(begun + 1);
    look.change({ own: { funnel: 'new' } });
  };
  const { data: funnels, error } = useFunnels({ base, websiteUuid: website.id });
  return (
    <div className="page">
      <Toolbar look={look} currencies={false} />
      <PageHead
        title="Funnels"
        tools={
          <Button icon={IconPlus} onClick={begin}>
            New funnel
          </Button>
        }
      >
        How many visitors took each step, one after another, and where they left.
      </PageHead>
      {error ? (
        <ErrorState error={error} />
      ) : funnels ? (
        <Funnels key={begun} look={look} funnels={funnels} />
      ) : (
        <SkeletonRows rows={8} />
      )}
    </div>
  );
}

function Funnels({ look, funnels }: { look: Look; funnels: readonly Funnel[] }) {
  const draft = findDraft(look, funnels);
  return (
    <div className="funnels">
      <div className="funnels-side">
        <SavedFunnels look={look} funnels={funnels} chosen={draft.saved?.id} />
        <Builder key={draft.saved?.id ?? 'new'} look={look} draft={draft} />
      </div>
      <div className="funnels-side">
        <section className="surface card" aria-label="Result">
          <header className="card-head">
            <h2>{draft.saved?.name ?? 'New funnel'}</h2>
            <FunnelTools look={look} draft={draft} />
          </header>
          <Result look={look} draft={draft} />
        </section>
        {isWhole(draft) && (
          <Suspense fallback={null}>
            <Trend
              look={look}
              title="Over time"
              path="pixel/analytics/funnel-series"
              extra={parametersOf(draft)}
              lines={lines}
            />
          </Suspense>
        )}
      </div>
    </div>
  );
}

type SavedFunnelsProps = { look: Look; funnels: readonly Funnel[]; chosen: string | undefined };

function SavedFunnels({ look, funnels, chosen }: SavedFunnelsProps) {
  if (funnels.length === 0) return null;
  return (
    <nav className="surface card funnels-saved" aria-label="Saved funnels">
      <ul>
        {funnels.map(({ id, name, steps }) => (
          <li key={id}>
            <button
              type="button"
              className="funnels-item"
              aria-current={id === chosen || undefined}
              onClick={() => look.change({ own: { funnel: id } })}
            >
              <span>{name}</span>
              <span className="visit-sub">{`${steps.length} steps`}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const pauseMs = 500;

/** What is typed is asked for after a pause, and is in the address then. */
function Builder({ look, draft }: { look: Look; draft: Draft }) {
  const [steps, setSteps] = useState<readonly Step[]>(() => atLeastTwo(draft.steps.map(parseStep)));
  const written = joinSteps(completeSteps(steps).map(writeStep));
  const shown = joinSteps(draft.steps);
  const { change, view } = look;
  useEffect(() => {
    if (written === shown) return;
    const timer = setTimeout(
      () => change({ own: { ...view.own, steps: written } }, { replace: true }),
      pauseMs,
    );
    return () => clearTimeout(timer);
  }, [written, shown, change, view.own]);
  return (
    <section className="surface card" aria-label="Steps">
      <header className="card-head">
        <h2>Steps</h2>
      </header>
      <StepEditor
        look={look}
        steps={steps}
        windowHours={draft.windowHours}
        onSteps={setSteps}
        onWindow={(hours) => change({ own: { ...view.own, window: String(hours) } }, { replace: true })}
      />
    </section>
  );
}

const atLeastTwo = (steps: readonly Step[]): readonly Step[] =>
  steps.length >= fewestSteps ? steps : [...steps, ...emptySteps.slice(steps.length)];

const isWhole = ({ steps }: Draft): boolean => steps.length >= fewestSteps;

const parametersOf = ({ steps, windowHours }: Draft) => ({
  steps: joinSteps(steps),
  window_hours: windowHours,
});

function Result({ look, draft }: { look: Look; draft: Draft }) {
  const asked = useReport<FunnelRow>(
    isWhole(draft) ? look.question('pixel/metrics/funnel', parametersOf(draft)) : undefined,
  );
  if (!isWhole(draft)) {
    return (
      <EmptyState title="Two steps make a funnel" guide="goals">
        Choose the page where people begin and what you want them to reach, such as /pricing and a goal.
      </EmptyState>
    );
  }
  return (
    <Answered
      asked={asked}
      rows={6}
      empty={{
        title: 'Nobody took these steps',
        advice: adviceFor(look, 'Choose more days.'),
        guide: 'goals',
      }}
    >
      {(rows) => <FunnelResult rows={rows} />}
    </Answered>
  );
}
