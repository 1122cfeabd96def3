import { covers, type Days } from './days.ts';
import { type Filter, passes } from './filters.ts';
import {
  type Goal,
  type Hit,
  isHit,
  isPayment,
  isReached,
  type ModelRecord,
  type Payment,
  type Reached,
} from './record.ts';
import { findSession, type Session } from './sessions.ts';
import type { Granularity } from './zone-calendar.ts';

/** What a report is computed from. */
export type View = {
  /** Of the websites asked for. */
  records: readonly ModelRecord[];
  days: Days;
  /** The days that the plan keeps, whatever was asked for. */
  retained: Days;
  filters: readonly Filter[];
  ownDomains: readonly string[];
  now: number;
  inputs: Inputs;
};

export type Inputs = {
  mode: Mode;
  metric: Metric;
  granularity: Granularity;
  steps: readonly string[];
  windowHours: number;
  model: AttributionModel;
  visitorId: string;
  goalName: string;
  /** '' for all of them. */
  currency: string;
};

export const modes = ['referrer', 'utm_source', 'utm_campaign', 'keyword', 'channel'] as const;
export type Mode = (typeof modes)[number];

export const metrics = [
  'visitors',
  'sessions',
  'pageviews',
  'conversions',
  'revenue',
  'bounce_rate',
  'session_time',
  'conversion_rate',
] as const;
export type Metric = (typeof metrics)[number];

export const attributionModels = ['last_non_direct', 'first', 'last', 'linear'] as const;
export type AttributionModel = (typeof attributionModels)[number];

export type Row = Record<string, unknown>;

export const isCovered =
  ({ days }: View) =>
  ({ ts }: { ts: number }): boolean =>
    covers(days, ts);

/** A hit, goal or payment with the session that it belongs to. */
export type Placed = { record: Hit | Goal | Payment | Reached; session: Session | undefined };

const isPlaceable = (record: ModelRecord): record is Placed['record'] =>
  isHit(record) || record.kind === 'goal' || isPayment(record) || isReached(record);

/** A payment counts where it is in the currency asked for. */
export const isPaidSo =
  ({ inputs: { currency } }: View) =>
  (record: ModelRecord): boolean =>
    !isPayment(record) || currency === '' || record.currency === currency;

/** Everything that counts somewhere in the range: hits, goals and payments whose session passes the filters. */
export function placeRecords(view: View): Placed[] {
  return view.records
    .filter(isPlaceable)
    .filter(isCovered(view))
    .filter(isPaidSo(view))
    .map((record) => ({ record, session: findSession(view.records, record) }))
    .filter(({ session }) => passes(view.filters, session));
}

export const recordOf = ({ record }: Placed): Placed['record'] => record;
