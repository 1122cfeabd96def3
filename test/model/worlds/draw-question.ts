import { createRandom } from '../../../src/demo/random.ts';
import { filterNames, operators } from '../definitions/filters.ts';
import type { Inputs } from '../definitions/view.ts';
import { addDays, dayIn } from '../definitions/zone-calendar.ts';
import { modelOf } from '../model.ts';
import { goalNames, paths, zones } from './alphabet.ts';
import type { Random } from './build-times.ts';
import type { Card } from './cards.ts';
import { drawFilter } from './draw-filter.ts';
import { type AskedInputs, type Question, withDefaults } from './question.ts';
import { isVisible, type WebsiteName, type World, websitesOf } from './world.ts';

/** A card made into a question about a world; the same world, card and number give the same question. */
export function drawQuestion(world: World, card: Card, number: number): Question {
  const random = createRandom(world.seed, number);
  const { path, name, takesFilters } = modelOf(card.report);
  const surface = path !== null && (name === null || random.chance(0.5)) ? 'rest' : 'metrics';
  const workspace = random.chance(0.88) ? 0 : 1;
  const own: readonly WebsiteName[] = websitesOf[workspace];
  const website = random.chance(0.75) ? own[0] : own[1];
  const filters = card.filter ? [drawFilter(random, card.filter.name, card.filter.operator)] : [];
  if (filters.length > 0 && takesFilters && random.chance(0.15)) {
    const others = filterNames.filter((each) => each !== card.filter?.name);
    filters.push(drawFilter(random, random.pick(others), random.pick(operators)));
  }
  const named = random.chance(0.3) ? withoutDefaults(card) : card.inputs;
  const inputs = { ...named, ...drawInputs(random, card, world) };
  return {
    report: card.report,
    surface,
    workspace,
    ...((surface === 'rest' || random.chance(0.6)) && website && { website }),
    ...drawDates(random, card, world, surface, workspace),
    ...(random.chance(0.15) && { limit: random.whole(1, 5) }),
    filters,
    inputs,
  };
}

function withoutDefaults({ report, inputs }: Card): AskedInputs {
  const defaults: AskedInputs = withDefaults({ report, inputs: {} });
  const given = Object.entries(inputs).filter(([name, value]) => defaults[name as keyof Inputs] !== value);
  return Object.fromEntries(given);
}

function drawInputs(random: Random, { report }: Card, world: World): AskedInputs {
  const visitors = world.steps.flatMap((step) => ('visitor' in step && step.visitor ? [step.visitor] : []));
  switch (report) {
    case 'timeseries':
    case 'breakdown':
    case 'metricSeries':
      return {
        ...(random.chance(0.6) && { tz: random.pick(zones) }),
        ...(random.chance(0.5) && { lookbackDays: random.pick([1, 2, 7, 9]) }),
      };
    case 'funnel':
      return {
        steps: drawSteps(random),
        ...(random.chance(0.6) && { windowHours: random.pick([1, 3, 24, 8760]) }),
      };
    case 'visitorHistory':
    case 'visitorProfile':
    case 'visitorTimeline':
      return { visitorId: random.chance(0.95) && visitors.length > 0 ? random.pick(visitors) : 'no one' };
    case 'goalMetadata':
      return { goalName: random.pick(goalNames) };
    default:
      return {};
  }
}

function drawSteps(random: Random): string[] {
  return Array.from({ length: random.whole(2, 4) }, () =>
    random.weighted([
      [`page:${random.pick(paths)}`, 4],
      [`page:${random.pick(['/*', '/a*', '/p*'])}`, 4],
      [`goal:${random.pick(goalNames)}`, 3],
    ]),
  );
}

type Dates = { from?: string; to?: string };
type DatesKind = 'one day' | 'few days' | 'month' | 'everything' | 'from' | 'to' | 'none';

/** Around the days on which something happened. */
function drawDates(
  random: Random,
  { report, inputs }: Card,
  world: World,
  surface: Question['surface'],
  workspace: 0 | 1,
): Dates {
  const { dates } = modelOf(report);
  const today = dayIn('UTC', world.era.second);
  const days = world.steps.flatMap((step) =>
    'ts' in step && isVisible(step) && step.workspace === workspace ? [dayIn('UTC', step.ts)] : [],
  );
  const day = days.length === 0 || random.chance(0.1) ? today : random.pick(days);
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
