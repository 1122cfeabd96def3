/** What is asked about a world, and how the model answers. */
import { allTime, type Days, retainedDays } from '../definitions/days.ts';
import type { Filter } from '../definitions/filters.ts';
import { findReached } from '../definitions/goals.ts';
import type { ModelRecord } from '../definitions/record.ts';
import { buildSessionsWithGoals } from '../definitions/sessions.ts';
import type { AttributionModel, Inputs, Metric, Mode, Row, View } from '../definitions/view.ts';
import { addDays, dayIn, type Granularity } from '../definitions/zone-calendar.ts';
import { modelOf, type ReportKey } from '../model.ts';
import { acceptedRecords } from './accepted.ts';
import type { WebsiteName, World } from './world.ts';

export type Question = {
  report: ReportKey;
  surface: 'rest' | 'metrics';
  workspace: 0 | 1;
  /** All of the workspace where none is named. */
  website?: WebsiteName;
  from?: string;
  to?: string;
  limit?: number;
  filters: readonly AskedFilter[];
  inputs: AskedInputs;
};

export type AskedFilter = Filter & {
  /** The name it is asked under: `ref` is another one of `referrer`. */
  alias?: string;
  /** One parameter a value in place of a comma list. */
  repeated?: boolean;
};

/** What is left out has its default. */
export type AskedInputs = {
  mode?: Mode;
  metric?: Metric;
  granularity?: Granularity;
  tz?: string;
  lookbackDays?: number;
  steps?: readonly string[];
  windowHours?: number;
  model?: AttributionModel;
  visitorId?: string;
  goalName?: string;
  currency?: string;
};

const defaultDays = 30;

export type Answerer = (question: Question) => Row[];

/** The model's answers; what was accepted is worked out once for a world. */
export function createAnswerer(world: World): Answerer {
  const accepted = new Map<string, readonly ModelRecord[]>();
  const recordsOf = (workspace: 0 | 1, website: WebsiteName | undefined) => {
    const key = `${workspace} ${website}`;
    const known = accepted.get(key);
    if (known) return known;
    const recorded = acceptedRecords(world, workspace).filter(
      (record) => website === undefined || record.website === website,
    );
    const records = [...recorded, ...findReached(recorded, world.goals)];
    buildSessionsWithGoals(records);
    accepted.set(key, records);
    return records;
  };
  return (question) => {
    const { build, limit = Number.POSITIVE_INFINITY } = modelOf(question.report);
    const view = buildView(world, question, recordsOf(question.workspace, question.website));
    return build(view).slice(0, question.limit ?? limit);
  };
}

function buildView(world: World, question: Question, records: readonly ModelRecord[]): View {
  const now = world.era.second;
  const retentionDays = world.retentionDays[question.workspace];
  return {
    records,
    days: retainedDays(askedDays(question, now), now, retentionDays),
    retained: retainedDays({ ...allTime, zone: 'UTC' }, now, retentionDays),
    filters: question.filters,
    ownDomains: domainsOf(question.workspace),
    now,
    inputs: withDefaults(question),
  };
}

function askedDays({ report, from, to, inputs }: Question, now: number): Days {
  const { dates } = modelOf(report);
  if (dates === 'none') return { ...allTime, zone: 'UTC' };
  if (dates === 'since') return { ...allTime, ...(from && { first: from }), zone: 'UTC' };
  const zone = inputs.tz ?? 'UTC';
  const last = to ?? dayIn(zone, now);
  return { first: from ?? addDays(last, 1 - (inputs.lookbackDays ?? defaultDays)), last, zone };
}

export function withDefaults({ report, inputs }: Pick<Question, 'report' | 'inputs'>): Inputs {
  return {
    mode: 'referrer',
    metric: report === 'breakdown' ? 'revenue' : 'visitors',
    granularity: report === 'retentionCohorts' ? 'week' : 'day',
    steps: [],
    windowHours: 168,
    model: 'last_non_direct',
    visitorId: '',
    goalName: '',
    currency: '',
    ...inputs,
  };
}

/** Of every website of the workspace. */
export const domainsOf = (workspace: 0 | 1): string[] =>
  workspace === 0 ? ['own.example', 'www.own.test'] : ['other.example'];
