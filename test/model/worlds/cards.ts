import { createRandom } from '../../../src/demo/random.ts';
import { type FilterName, filterNames, type Operator, operators } from '../definitions/filters.ts';
import { attributionModels, metrics, modes } from '../definitions/view.ts';
import type { Granularity } from '../definitions/zone-calendar.ts';
import { modelOf, type ReportKey, reportKeys } from '../model.ts';
import type { AskedInputs } from './question.ts';

/** Something that has to be asked of some world. */
export type Card = {
  report: ReportKey;
  inputs: AskedInputs;
  filter?: { name: FilterName; operator: Operator };
};

export const nameOf = ({ report, inputs, filter }: Card): string =>
  [report, ...Object.values(inputs), ...(filter ? [filter.name, filter.operator] : [])].join(' ');

const granularities: readonly Granularity[] = ['hour', 'day', 'week', 'month'];

const series = metrics.flatMap((metric) => granularities.map((granularity) => ({ metric, granularity })));

const variants: Partial<Record<ReportKey, readonly AskedInputs[]>> = {
  referrers: modes.map((mode) => ({ mode })),
  timeseries: series,
  breakdown: series,
  metricSeries: series,
  attributedRevenue: attributionModels.map((model) => ({ model })),
  retentionCohorts: granularities.filter((each) => each !== 'hour').map((granularity) => ({ granularity })),
};

/** Every report in every variant, without a filter and with each operator on each filter that it takes. */
export function listCards(): Card[] {
  return reportKeys.flatMap((report) =>
    (variants[report] ?? [{}]).flatMap((inputs): Card[] => {
      const filters = modelOf(report).takesFilters ? filterNames : [];
      const filtered = filters.flatMap((name) =>
        operators.map((operator) => ({ report, inputs, filter: { name, operator } })),
      );
      return [{ report, inputs }, ...filtered];
    }),
  );
}

/** Without a filter, reports take a way of their own through what is computed ahead: that is asked more often. */
const unfilteredPerReport = 24;

/** All cards in a random order, to be dealt from the top. */
export function shuffleDeck(seed: number): Card[] {
  const random = createRandom(seed, 52);
  return listCards()
    .flatMap((card) => Array.from({ length: card.filter ? 1 : copiesOf(card) }, () => card))
    .map((card) => ({ card, place: random.next() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ card }) => card);
}

const copiesOf = ({ report }: Card): number =>
  Math.ceil(unfilteredPerReport / (variants[report]?.length ?? 1));
