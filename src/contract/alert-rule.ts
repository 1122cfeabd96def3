/** What an alert watches, and where it tells of it. */

export const alertMetrics = [
  'visitors',
  'pageviews',
  'conversions',
  'revenue',
  'bounce_rate',
  'no_data',
] as const;
export type AlertMetric = (typeof alertMetrics)[number];

/** Above, below, unusual. */
export type AlertCondition = 'gt' | 'lt' | 'anomaly';

export type AlertRule = {
  metric: AlertMetric;
  condition: AlertCondition;
  /** Null where it is unusual figures that count. */
  threshold: number | null;
  windowMinutes: number;
};

export const shortestWindowMinutes = 15;
export const longestWindowMinutes = 48 * 60;
/** Figures are counted in quarters of an hour; only `no_data` is checked to the minute. */
export const windowStepMinutes = 15;

export type AlertTarget =
  | { kind: 'email'; address: string }
  /** The secret signs what is sent, so that the receiver knows where it comes from. */
  | { kind: 'webhook'; url: string; secret: string }
  | { kind: 'slack' | 'discord'; url: string };

/** What people call it: the address, and of others the host, because the rest of them lets anyone post. */
export function nameTarget(target: AlertTarget): string {
  return target.kind === 'email' ? target.address : `${target.kind}: ${new URL(target.url).host}`;
}

/** The same target before and after an alert was changed. */
export function isSameTarget(one: AlertTarget, other: AlertTarget): boolean {
  if (one.kind === 'email' || other.kind === 'email')
    return one.kind === 'email' && other.kind === 'email' && one.address === other.address;
  return one.kind === other.kind && one.url === other.url;
}
