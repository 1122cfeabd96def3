import { createRandom } from '../../../src/demo/random.ts';
import { filterNames, operators } from '../definitions/filters.ts';
import { findReached } from '../definitions/goals.ts';
import { isConversion, isDeed, isHit, isPayment, type ModelRecord } from '../definitions/record.ts';
import type { Inputs } from '../definitions/view.ts';
import { addDays, dayIn } from '../definitions/zone-calendar.ts';
import { modelOf, type ReportKey } from '../model.ts';
import { acceptedRecords } from './accepted.ts';
import { goalNames } from './alphabet.ts';
import type { Random } from './build-times.ts';
import type { Card } from './cards.ts';
import { drawFilter } from './draw-filter.ts';
import { drawFunnel } from './draw-funnel.ts';
import { drawOne } from './draw-one.ts';
import { type AskedFilter, type AskedInputs, type Question, withDefaults } from './question.ts';
import { isVisible, type WebsiteName, type World, websitesOf } from './world.ts';

/** A card made into a question about a world; the same world, card and number give the same question. */
export function drawQuestion(world: World, card: Card, number: number): Question {
  const random = createRandom(world.seed, number);
  const { path, name } = modelOf(card.report);
  const surface = path !== null && (name === null || random.chance(0.5)) ? 'rest' : 'metrics';
  const { workspace, website } = drawSubject(random, world);
  const recorded = acceptedRecords(world, workspace).filter((record) => record.website === website);
  const records = [...recorded, ...findReached(recorded, world.goals)];
  const named = random.chance(0.3) ? withoutDefaults(card) : card.inputs;
  return {
    report: card.report,
    surface,
    workspace,
    ...((surface === 'rest' || random.chance(0.6)) && { website }),
    ...drawDates(random, card, world, surface, records),
    ...(random.chance(0.15) && { limit: random.whole(1, 5) }),
    filters: drawFilters(random, card, records),
    inputs: { ...named, ...drawInputs(random, card, records), ...drawCurrency(random, card, records) },
  };
}

/** Mostly where something was recorded. */
function drawSubject(random: Random, { steps }: World): { workspace: 0 | 1; website: WebsiteName } {
  const visible = steps.filter(isVisible);
  if (visible.length > 0 && random.chance(0.9)) return random.pick(visible);
  const workspace = random.pick([0, 1] as const);
  return { workspace, website: random.pick(websitesOf[workspace]) };
}

function drawFilters(random: Random, { filter }: Card, records: readonly ModelRecord[]): AskedFilter[] {
  if (!filter) return [];
  const hits = records.filter(isHit);
  const first = drawFilter(random, hits, filter.name, filter.operator);
  if (random.chance(0.85)) return [first];
  const others = filterNames.filter((name) => name !== filter.name);
  return [first, drawFilter(random, hits, random.pick(others), random.pick(operators))];
}

function withoutDefaults({ report, inputs }: Card): AskedInputs {
  const defaults: AskedInputs = withDefaults({ report, inputs: {} });
  const given = Object.entries(inputs).filter(([name, value]) => defaults[name as keyof Inputs] !== value);
  return Object.fromEntries(given);
}

function drawInputs(random: Random, { report, tz }: Card, records: readonly ModelRecord[]): AskedInputs {
  switch (report) {
    case 'timeseries':
    case 'breakdown':
    case 'metricSeries':
    case 'aiSeries':
    case 'revenueSeries':
      return drawDays(random, tz);
    case 'funnelSeries':
      return { ...drawDays(random, tz), ...drawFunnel(random, records) };
    case 'funnel':
      return drawFunnel(random, records);
    case 'visitorHistory':
    case 'visitorProfile':
    case 'visitorTimeline':
      return { visitorId: drawOne(random, records.filter(isDeed), ({ visitor }) => visitor) ?? 'no one' };
    case 'goalMetadata':
      return {
        goalName: drawOne(random, records.filter(isConversion), ({ name }) => name) ?? random.pick(goalNames),
      };
    default:
      return {};
  }
}

const drawDays = (random: Random, tz: string | undefined): AskedInputs => ({
  ...(tz !== undefined && { tz }),
  ...(random.chance(0.5) && { lookbackDays: random.pick([1, 2, 7, 9]) }),
});

const withoutRevenue: readonly ReportKey[] = [
  'pages',
  'realtime',
  'realtimeMap',
  'overview',
  'visitorHistory',
  'goalMetadata',
  'funnel',
  'goalConversions',
  'retentionCohorts',
  'sessions',
  'visitorTimeline',
  'eventsCatalog',
  'trackingHealth',
  'direct',
  'crawledPages',
  'funnelSeries',
  'entryPages',
  'exitPages',
  'droppedHosts',
  'livePages',
  'liveSources',
  'liveEvents',
];

function drawCurrency(random: Random, { report }: Card, records: readonly ModelRecord[]): AskedInputs {
  if (withoutRevenue.includes(report) || !random.chance(0.2)) return {};
  return { currency: drawOne(random, records.filter(isPayment), ({ currency }) => currency) ?? 'EUR' };
}

type Dates = { from?: string; to?: string };
type DatesKind = 'one day' | 'few days' | 'month' | 'everything' | 'from' | 'to' | 'none';

/** Around the days on which something happened. */
function drawDates(
  random: Random,
  { report, inputs }: Card,
  world: World,
  surface: Question['surface'],
  records: readonly ModelRecord[],
): Dates {
  const { dates } = modelOf(report);
  const today = dayIn('UTC', world.era.second);
  const day = drawOne(random, records, ({ ts }) => dayIn('UTC', ts)) ?? today;
  const areOptional = dates !== 'days' || surface === 'metrics';
  // Hours and days of everything would be thousands of rows.
  const isFine = inputs.granularity === 'hour' || inputs.granularity === 'day';
  const kind = random.weighted<DatesKind>([
    ['one day', 3],
    ['few days', 5],
    ['month', inputs.granularity === 'hour' ? 0 : 4],
    ['everything', isFine ? 0 : 3],
    ['from', areOptional && !isFine ? 1 : 0],
    ['to', areOptional ? 1 : 0],
    ['none', areOptional ? 4 : 0],
  ]);
  switch (kind) {
    case 'one day':
      return { from: day, to: day };
    case 'few days':
      return { from: addDays(day, -random.whole(0, 3)), to: addDays(day, random.whole(0, 5)) };
    case 'month':
      return { from: addDays(today, -random.whole(20, 40)), to: today };
    case 'everything':
      return { from: addDays(today, -520), to: addDays(today, 2) };
    case 'from':
      return { from: addDays(today, -random.whole(0, 40)) };
    case 'to':
      return { to: day };
    case 'none':
      return {};
  }
}
