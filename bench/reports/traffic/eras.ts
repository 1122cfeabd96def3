/** Spans of traffic: what a data set begins with, and what is added to see whether it slows reports down. */
import type { WorkspaceId } from '../../../src/contract/ids.ts';
import type { Era } from './sessions-sql.ts';
import * as shape from './shape.ts';

export type Plan = {
  /** Pageviews asked for; how many there are is for the engine to say. */
  events: number;
  leaves: number;
  workspaceId: WorkspaceId;
  /** The busy one first. */
  websiteIds: string[];
  /** Unix milliseconds: the moment at which reports are asked for. */
  endsAt: number;
};

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const arrivingPerDay = 60_000;

/** The last time that it was the hour: always as late in the day, whenever the bench runs. */
export function findEnd(now: number): number {
  const hour = shape.lastHour * hourMs;
  return Math.floor((now - hour) / dayMs) * dayMs + hour;
}

export function buildFirstEra(plan: Plan): Era {
  const perDay = sessionsPerDay(plan);
  return {
    ...plan,
    number: 0,
    people: { era: 0, sessions: perDay * shape.days },
    firstDay: startOfToday(plan) - (shape.days - 1) * dayMs,
    sessionsPerDay: perDay,
    sessions: perDay * shape.days,
  };
}

/** The busy website goes on into the past, until there is ten times as much of it before the range asked for. */
export function buildHistoryEra(plan: Plan): Era {
  const days = 9 * (shape.days - shape.rangeDays);
  const perDay = Math.ceil(sessionsPerDay(plan) * shape.busyShare);
  return {
    ...plan,
    websiteIds: plan.websiteIds.slice(0, 1),
    number: 1,
    people: { era: 1, sessions: perDay * days },
    firstDay: buildFirstEra(plan).firstDay - days * dayMs,
    sessionsPerDay: perDay,
    sessions: perDay * days,
  };
}

/** Another website has all the traffic of the busy one within today. */
export function buildCrowdedEra(plan: Plan): Era {
  const sessions = Math.ceil(buildFirstEra(plan).sessions * shape.busyShare);
  return {
    ...plan,
    websiteIds: plan.websiteIds.slice(1, 2),
    number: 2,
    people: { era: 2, sessions },
    firstDay: startOfToday(plan),
    sessionsPerDay: sessions,
    sessions,
  };
}

/** The day after: the people of the first era go on, as many a day whatever the size, so that batches are alike. */
export function buildArrivingEra(plan: Plan): Era {
  const tomorrow = startOfToday(plan) + dayMs;
  return {
    ...plan,
    number: 3,
    people: buildFirstEra(plan).people,
    firstDay: tomorrow,
    sessionsPerDay: arrivingPerDay,
    sessions: arrivingPerDay,
    endsAt: tomorrow + dayMs,
  };
}

export function startOfToday({ endsAt }: Pick<Plan, 'endsAt'>): number {
  return endsAt - (endsAt % dayMs);
}

function sessionsPerDay({ events }: Plan): number {
  return Math.ceil(events / shape.pageviewsPerSession / shape.days);
}
