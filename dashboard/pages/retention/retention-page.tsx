/** Who comes back: of those first seen in a day, week or month, how many were seen in each that followed. */
import { useReport } from '../../api/reports.ts';
import { Toolbar } from '../../controls/toolbar.tsx';
import { Answered } from '../../ui/answered.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { adviceFor } from '../../view/narrowed.ts';
import { lengthOf, type Range } from '../../view/period.ts';
import { useLook } from '../../view/use-look.ts';
import { CohortGrid } from './cohort-grid.tsx';
import { type CohortRow, type Size, sizes } from './cohorts.ts';

const mostRows = 1000;
const daysOf: Record<Size, number> = { day: 1, week: 7, month: 30 };

/** Cohorts make a triangle, and the API answers at most 1,000 of its cells: 44 cohorts. */
const mostCohorts = 44;

function fittingSizes(range: Range): Size[] {
  const days = lengthOf(range);
  const fitting = (Object.keys(sizes) as Size[]).filter((size) => {
    const cohorts = days / daysOf[size];
    return cohorts >= 1 && cohorts <= mostCohorts - 1;
  });
  return fitting.length > 0 ? fitting : ['month'];
}

export default function RetentionPage() {
  const look = useLook();
  const fitting = fittingSizes(look.range);
  const wanted = look.view.own.cohorts as Size | undefined;
  const size =
    wanted && fitting.includes(wanted) ? wanted : fitting.includes('week') ? 'week' : (fitting[0] ?? 'day');
  const asked = useReport<CohortRow>(
    look.question('pixel/metrics/retention_cohorts', { granularity: size, limit: mostRows }),
  );
  return (
    <div className="page">
      <Toolbar look={look} compares={false} currencies={false} />
      <PageHead
        title="Retention"
        tools={
          <Tabs
            label="Group people by"
            look="segmented"
            tabs={fitting.map((name) => ({ name, label: sizes[name].many }))}
            chosen={size}
            onChoose={(name) => look.change({ own: { cohorts: name } }, { replace: true })}
          />
        }
      >
        {`Each row is the people first seen in one ${sizes[size].one}; along it, the share that came back. Days of ${look.zone.replaceAll('_', ' ')}.`}
      </PageHead>
      <section className="surface card" aria-label="Retention">
        <Answered
          asked={asked}
          empty={{
            title: 'Nobody came for the first time in this period',
            advice: adviceFor(look, 'Choose more days: a cohort needs people who were not here before.'),
            guide: 'identity',
          }}
        >
          {(rows) => <CohortGrid rows={rows} cut={{ size, range: look.range, today: look.today }} />}
        </Answered>
      </section>
    </div>
  );
}
