import { formatDay } from '../../format/dates.ts';
import { formatCount, formatPercent } from '../../format/numbers.ts';
import { Scroll } from '../../ui/scroll.tsx';
import {
  addUp,
  type Cohort,
  type CohortRow,
  type Cut,
  formatCohort,
  groupCohorts,
  type Mean,
  type Size,
  sizes,
} from './cohorts.ts';

/** A table of numbers whose shade says the same: nothing is told by colour alone. */
export function CohortGrid({ rows, cut }: { rows: readonly CohortRow[]; cut: Cut }) {
  const { size } = cut;
  const cohorts = groupCohorts(rows, cut);
  const means = addUp(cohorts);
  const most = Math.max(
    1,
    ...rows.filter(({ period }) => period > 0).map(({ retention_rate }) => retention_rate),
  );
  return (
    <>
      <p className="cohort-words">{describe(means, size)}</p>
      <Scroll label="Retention by cohort">
        <table className="cohorts">
          <caption className="unseen">{`Share of people who came back, by ${sizes[size].one} of their first visit`}</caption>
          <thead>
            <tr>
              <th scope="col">First seen</th>
              <th scope="col" className="cohorts-size">
                People
              </th>
              {means.map(({ period }) => (
                <th key={period} scope="col">
                  {period === 0 ? `Same ${sizes[size].one}` : `+${period}`}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {cohorts.map((cohort) => (
              <CohortLine key={cohort.start} cohort={cohort} size={size} most={most} />
            ))}
          </tbody>
        </table>
      </Scroll>
    </>
  );
}

function CohortLine({ cohort, size, most }: { cohort: Cohort; size: Size; most: number }) {
  return (
    <tr data-cohort={cohort.start}>
      <th scope="row">
        {formatCohort(cohort.start, size)}
        {cohort.countedFrom && (
          <span className="cohorts-part">{`from ${formatDay(cohort.countedFrom)}`}</span>
        )}
      </th>
      <td className="cohorts-size" data-exact={cohort.size}>
        {formatCount(cohort.size)}
      </td>
      {cohort.cells.map(({ period, retained, retention_rate, isOpen }) => (
        <td
          key={period}
          className={`${period === 0 ? 'cohorts-first' : 'cohorts-cell'} ${isOpen ? 'cohorts-open' : ''}`}
          style={{ '--share': `${((100 * retention_rate) / most).toFixed(1)}%` } as Record<string, string>}
          title={`${formatCount(Number(retained))} of ${formatCount(cohort.size)}${isOpen ? ` so far: the ${sizes[size].one} is not complete` : ''}`}
          data-exact={retention_rate}
        >
          {formatPercent(retention_rate)}
          {isOpen && <span className="cohorts-part">so far</span>}
        </td>
      ))}
    </tr>
  );
}

function describe(means: readonly Mean[], size: Size): string {
  const { one } = sizes[size];
  const known = means.slice(1).filter(({ people }) => people > 0);
  const next = known[0];
  if (!next) return 'Nobody could come back yet: choose days that lie further back.';
  const share = ({ retained, people }: Mean) => formatPercent((100 * retained) / people);
  const later = known.at(-1);
  const tail = later && later.period > 1 ? `, and ${share(later)} after ${later.period} ${one}s` : '';
  return `${share(next)} of people came back in the ${one} after their first${tail}.`;
}
