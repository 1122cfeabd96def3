import { useState } from 'react';
import { useReport } from '../api/reports.ts';
import { formatRange } from '../format/dates.ts';
import { formatCount } from '../format/numbers.ts';
import { hints } from '../installation/hints.ts';
import { Answered } from '../ui/answered.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { countFilters } from '../view/filters.ts';
import type { Look } from '../view/use-look.ts';

/** A row of the goal metadata report. */
type PropertyRow = { property: string; value: string; visitors: string; conversions: string };

export type PropertyDialogProps = { look: Look; goal: string; onClose(): void };

/** What came with a goal or custom event: its properties, and how often each value. */
export default function PropertyDialog({ look, goal, onClose }: PropertyDialogProps) {
  const path = `pixel/goals/${encodeURIComponent(goal)}/metadata`;
  const asked = useReport<PropertyRow>(look.question(path, { limit: 1000 }));
  return (
    <Dialog title={goal} width="wide" onClose={onClose}>
      <p className="card-note">
        {`Text properties, ${formatRange(look.range)}${countFilters(look.view.filters) > 0 ? ', as far as the filters let pass' : ''}.`}
      </p>
      <Answered
        asked={asked}
        empty={{
          title: 'No text properties',
          advice: `Send some along, such as ${hints.property}, to see their values here.`,
          guide: 'goals',
        }}
      >
        {(rows) => <Properties rows={rows} />}
      </Answered>
    </Dialog>
  );
}

function Properties({ rows }: { rows: readonly PropertyRow[] }) {
  const names = [...new Set(rows.map(({ property }) => property))];
  const [wanted, setWanted] = useState(names[0] ?? '');
  const chosen = names.includes(wanted) ? wanted : (names[0] ?? '');
  const values = rows.filter(({ property }) => property === chosen);
  const most = Math.max(1, ...values.map(({ visitors }) => Number(visitors)));
  return (
    <Tabs
      label="Properties"
      tabs={names.map((name) => ({ name, label: name }))}
      chosen={chosen}
      onChoose={setWanted}
    >
      <table className="bars properties">
        <caption className="unseen">{`Values of ${chosen}`}</caption>
        <thead>
          <tr>
            <th scope="col">Value</th>
            <th scope="col" className="bars-number">
              Visitors
            </th>
            <th scope="col" className="bars-number">
              Conversions
            </th>
          </tr>
        </thead>
        <tbody>
          {values.map(({ value, visitors, conversions }) => (
            <tr key={value} data-value={value}>
              <th scope="row">
                <span className="bars-bar" style={{ width: `${(100 * Number(visitors)) / most}%` }} />
                <span className="properties-value">{value === '' ? '(empty)' : value}</span>
              </th>
              <td className="bars-number" data-exact={visitors}>
                {formatCount(Number(visitors))}
              </td>
              <td className="bars-number bars-more" data-exact={conversions}>
                {formatCount(Number(conversions))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Tabs>
  );
}
