import type { RawQuery } from '../../../src/contract/raw-query.ts';
import { modelOf } from '../model.ts';
import type { AskedFilter, Question } from './question.ts';
import type { WebsiteName } from './world.ts';

/** The question as it is put over HTTP. */
export function buildQuery(question: Question, publicIds: Readonly<Record<WebsiteName, string>>): RawQuery {
  const { surface, website, from, to, limit, filters, inputs } = question;
  const [fromName, toName] = surface === 'rest' ? ['from_date', 'to_date'] : ['from', 'to'];
  const parameters: Record<string, string | number | undefined> = {
    website_id: website && publicIds[website],
    [fromName as string]: from,
    [toName as string]: to,
    limit,
    mode: inputs.mode,
    metric: inputs.metric,
    granularity: inputs.granularity,
    tz: inputs.tz,
    lookback_days: inputs.lookbackDays,
    steps: inputs.steps && joinValues(inputs.steps),
    window_hours: inputs.windowHours,
    model: inputs.model,
    visitor_id: inputs.visitorId,
    goal_name: inputs.goalName,
    currency: inputs.currency,
  };
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const { takesFilters } = modelOf(question.report);
  return Object.fromEntries([...given, ...(takesFilters ? filters.map(buildFilter) : [])]);
}

/** A comma inside a value is written with a backslash. */
function joinValues(values: readonly string[]): string {
  return values.map((value) => value.replaceAll(',', '\\,')).join(',');
}

function buildFilter({ name, operator, values, alias, repeated }: AskedFilter): [string, string | string[]] {
  // `is` is what a filter without a prefix means.
  const prefix = operator === 'is' && values.length === 1 ? '' : `${operator}:`;
  if (!repeated) return [alias ?? name, prefix + joinValues(values)];
  const [first = '', ...rest] = values.map((value) => joinValues([value]));
  return [alias ?? name, [prefix + first, ...rest]];
}
