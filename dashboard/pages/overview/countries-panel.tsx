import { Suspense } from 'react';
import { type Row, toNumber, useReport } from '../../api/reports.ts';
import { formatCountry } from '../../format/names.ts';
import { formatCount } from '../../format/numbers.ts';
import { lazyPart } from '../../load-code.ts';
import { hasValue, toggleValue } from '../../view/filters.ts';
import type { Look } from '../../view/use-look.ts';
import { Panel } from './panel.tsx';
import { panels } from './panels.ts';

const WorldMap = lazyPart(() => import('../../map/world-map.tsx'));

// All there are, so that the list and the map are one question.
const limit = 300;

/** The map beside the list: both filter by a click. */
export function CountriesPanel({ look }: { look: Look }) {
  const { data, isPlaceholderData } = useReport<Row>(look.question('pixel/analytics/countries', { limit }));
  const { filters } = look.view;
  const rows = data?.data ?? [];
  const visitors = new Map(rows.map((row) => [String(row.country), toNumber(row.visitors)]));
  return (
    <div className="surface countries">
      <figure
        className={`countries-map ${isPlaceholderData ? 'is-stale' : ''}`}
        aria-label="Visitors by country"
      >
        <Suspense fallback={null}>
          <WorldMap
            values={visitors}
            isChosen={(code) => hasValue(filters, 'country', code)}
            describe={(code, value) =>
              `${formatCountry(code)}: ${formatCount(value)} ${value === 1 ? 'visitor' : 'visitors'}`
            }
            onChoose={(code) => look.change({ filters: toggleValue(filters, 'country', code) })}
          />
        </Suspense>
      </figure>
      <Panel look={look} panel={panels.countries} limit={limit} />
    </div>
  );
}
