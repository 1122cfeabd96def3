import { Suspense } from 'react';
import { type Row, useReport } from '../../api/reports.ts';
import { lazyPart } from '../../load-code.ts';
import { Button } from '../../ui/button.tsx';
import { IconExpand } from '../../ui/icons.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { adviceFor } from '../../view/narrowed.ts';
import type { Look } from '../../view/use-look.ts';
import { BarRows } from './bar-rows.tsx';
import type { PanelFacts, PanelTab } from './panel-facts.ts';
import { chosenTab } from './panels.ts';
import { mostCompared } from './row-changes.tsx';

const PanelNotes = lazyPart(() => import('./panel-notes.tsx'));

export type PanelProps = {
  look: Look;
  panel: PanelFacts;
  /** How many rows are asked for; more than are shown where somebody else wants them too. */
  limit?: number;
};

const mostShown = 8;

/** A report as bars, its tabs, and a way to all of its rows. */
export function Panel({ look, panel, limit = mostShown }: PanelProps) {
  const tab = chosenTab(panel, look);
  const choose = (name: string) => {
    const { [panel.name]: _before, ...others } = look.view.tabs;
    const tabs = name === panel.tabs[0].name ? others : { ...others, [panel.name]: name };
    look.change({ tabs }, { replace: true });
  };
  return (
    <section className="surface panel" aria-label={panel.title} data-panel={panel.name}>
      <header className="panel-head">
        <h2>{panel.title}</h2>
        {panel.tabs.length > 1 && (
          <Tabs label={panel.title} tabs={panel.tabs} chosen={tab.name} onChoose={choose} />
        )}
      </header>
      <div className="panel-body">
        <PanelRows key={tab.name} look={look} tab={tab} limit={limit} />
      </div>
      <footer className="panel-foot">
        <div className="panel-notes">
          <Suspense fallback={null}>
            <PanelNotes look={look} tab={tab} />
          </Suspense>
        </div>
        <Button
          look="quiet"
          icon={IconExpand}
          aria-label={`Details of ${panel.title}: ${tab.label}`}
          onClick={() => look.change({ details: panel.name })}
        >
          Details
        </Button>
      </footer>
    </section>
  );
}

type PanelRowsProps = { look: Look; tab: PanelTab; limit: number };

function PanelRows({ look, tab, limit }: PanelRowsProps) {
  // Of two sides all rows have to be known: what one has not may be much of the other.
  const asked = look.view.versus ? Math.max(limit, mostCompared) : limit;
  const { data, error, isPlaceholderData } = useReport<Row>(
    look.question(tab.path, { ...tab.extra, limit: asked }),
  );
  if (error) return <ErrorState error={error} />;
  if (!data) return <SkeletonRows rows={mostShown} />;
  const { title, advice, guide } = tab.empty;
  return (
    <div className={isPlaceholderData ? 'is-stale' : ''}>
      {data.data.length === 0 ? (
        <EmptyState title={title} guide={guide}>
          {adviceFor(look, advice)}
        </EmptyState>
      ) : (
        <BarRows look={look} tab={tab} data={data.data} most={mostShown} isWhole={data.data.length < asked} />
      )}
    </div>
  );
}
