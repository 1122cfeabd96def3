import { createRandom } from '../../../src/demo/random.ts';
import { type FilterName, filterNames, type Operator, operators } from '../definitions/filters.ts';
import { attributionModels, metrics, modes } from '../definitions/view.ts';
import type { Granularity } from '../definitions/zone-calendar.ts';
import { modelOf, type ReportKey, reportKeys } from '../model.ts';
import { zones } from './alphabet.ts';
import type { AskedInputs } from './question.ts';
import { shuffled } from './shuffled.ts';

/** Something that has to be asked of some world. */
export type Card = {
  report: ReportKey;
  inputs: AskedInputs;
  filter?: { name: FilterName; operator: Operator };
  tz?: string;
};

export const nameOf = ({ report, inputs, filter }: Card): string =>
  [report, ...Object.values(inputs), ...(filter ? [filter.name, filter.operator] : [])].join(' ');

const granularities: readonly Granularity[] = ['hour', 'day', 'week', 'month'];

const series = metrics.flatMap((metric) => granularities.map((granularity) => ({ metric, granularity })));

/** Of series whose buckets are made as those of the metric series, which is asked for every size. */
const buckets = (['day', 'month'] as const).map((granularity) => ({ granularity }));

const variants: Partial<Record<ReportKey, readonly AskedInputs[]>> = {
  referrers: modes.map((mode) => ({ mode })),
  timeseries: series,
  breakdown: series,
  metricSeries: series,
  attributedRevenue: attributionModels.map((model) => ({ model })),
  aiSeries: buckets,
  funnelSeries: buckets,
  revenueSeries: buckets,
  retentionCohorts: granularities.filter((each) => each !== 'hour').map((granularity) => ({ granularity })),
};

const takingTurns: readonly ReportKey[] = ['metricSeries', 'aiSeries', 'funnelSeries', 'revenueSeries'];

/**
 * Every report in every variant, without a filter and with each operator on each filter that it takes. A filter does
 * not care for the size of buckets: of a series, these take turns.
 */
export function listCards(): Card[] {
  return reportKeys.flatMap((report) =>
    (variants[report] ?? [{}]).flatMap((inputs, turn): Card[] => {
      const filters = modelOf(report).takesFilters ? filterNames : [];
      const filtered = filters.flatMap((name, row) =>
        operators.flatMap((operator, column): Card[] => {
          const hasTurn = !takingTurns.includes(report) || (turn + row + column) % granularities.length === 0;
          return hasTurn ? [{ report, inputs, filter: { name, operator } }] : [];
        }),
      );
      return [{ report, inputs }, ...filtered];
    }),
  );
}

/** Without a filter, reports take a way of their own through what is computed ahead: that is asked more often. */
const unfilteredPerReport = 24;
/** And so are those that take none. */
const perReportWithoutFilters = 60;

/** All cards in a random order, to be dealt from the top: the first few hundred have something of everything. */
export function shuffleDeck(seed: number, parts: PartsOf = partsOf): Card[] {
  const random = createRandom(seed, 52);
  const cards = shuffled(random, listCards());
  const first = chooseBroadly(cards, parts);
  const copies = cards.flatMap((card) => Array.from({ length: copiesOf(card) - 1 }, () => card));
  const rest = cards.filter((card) => !first.has(card));
  return dealZones([...shuffled(random, [...first]), ...shuffled(random, [...rest, ...copies])]);
}

const isBySize = (inputs: readonly AskedInputs[] | undefined) => inputs === series || inputs === buckets;

/** Where a zone can be given, they take turns, and so does giving none. */
function dealZones(deck: readonly Card[]): Card[] {
  const turns = [{}, ...zones.map((tz) => ({ tz }))];
  let turn = 0;
  return deck.map((card) =>
    isBySize(variants[card.report]) ? { ...card, ...turns[turn++ % turns.length] } : card,
  );
}

/** Few cards that have something of everything: first those with several parts that no other has yet. */
function chooseBroadly(cards: readonly Card[], partsOfCard: PartsOf): Set<Card> {
  const seen = new Set<string>();
  const chosen = new Set<Card>();
  for (const wanted of [3, 2, 1]) {
    for (const card of cards) {
      const fresh = partsOfCard(card).filter((part) => !seen.has(part));
      if (fresh.length < wanted) continue;
      for (const part of fresh) seen.add(part);
      chosen.add(card);
    }
  }
  return chosen;
}

function copiesOf({ report, filter }: Card): number {
  if (filter) return 1;
  const wanted = modelOf(report).takesFilters ? unfilteredPerReport : perReportWithoutFilters;
  return Math.ceil(wanted / (variants[report]?.length ?? 1));
}

/** What of a card must have been asked somewhere. */
export type PartsOf = (card: Card) => string[];

/** A report in its variant, filtered or not, and a filter with its operator. */
export function partsOf({ report, inputs, filter }: Card): string[] {
  const variant = nameOf({ report, inputs });
  return filter ? [`${variant} filtered`, `${filter.name} ${filter.operator}`] : [variant];
}

/** The same, but each size of bucket and each operator for itself, and not with every metric and every filter. */
export function coarsePartsOf({ report, inputs, filter }: Card): string[] {
  const { granularity, ...rest } = inputs;
  const variant = nameOf({ report, inputs: rest });
  return [
    filter ? `${variant} filtered` : variant,
    ...(granularity ? [`${report} by ${granularity}`] : []),
    ...(filter ? [filter.name, filter.operator] : []),
  ];
}
