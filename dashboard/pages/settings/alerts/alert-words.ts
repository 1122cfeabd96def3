import type { Alert, AlertCondition, AlertMetric, TargetKind } from '../../../api/automation.ts';

export const metricLabels: Record<AlertMetric, string> = {
  no_data: 'No data',
  visitors: 'Visitors',
  pageviews: 'Pageviews',
  conversions: 'Conversions',
  revenue: 'Revenue',
  bounce_rate: 'Bounce rate',
};
export const metrics = Object.keys(metricLabels) as AlertMetric[];

export const conditionLabels: Record<AlertCondition, string> = {
  gt: 'is above',
  lt: 'is below',
  anomaly: 'is unusual',
};
export const conditions = Object.keys(conditionLabels) as AlertCondition[];

export const targetLabels: Record<TargetKind, string> = {
  email: 'Email',
  webhook: 'Webhook',
  slack: 'Slack',
  discord: 'Discord',
};
export const targetKinds = Object.keys(targetLabels) as TargetKind[];

/** In minutes; the server takes any whole quarters of an hour between the first and the last. */
const usualWindows = [15, 30, 60, 120, 180, 360, 720, 1440, 2880];

/** What was chosen elsewhere can be chosen here too. */
export const listWindows = (chosen: number): number[] =>
  [...new Set([...usualWindows, chosen])].sort((one, other) => one - other);

export function formatWindow(minutes: number): string {
  if (minutes % 60 !== 0) return `${minutes} minutes`;
  const hours = minutes / 60;
  return hours === 1 ? '1 hour' : `${hours} hours`;
}

/** "Visitors below 10 in 1 hour" */
export function describeRule({ metric, condition, threshold, windowMinutes }: Alert): string {
  const window = formatWindow(windowMinutes);
  if (metric === 'no_data') return `No traffic for ${window}`;
  const label = metricLabels[metric];
  if (condition === 'anomaly') return `${label} unusual in ${window}`;
  return `${label} ${condition === 'gt' ? 'above' : 'below'} ${threshold} in ${window}`;
}

export function describeTargets({ targets }: Alert): string {
  if (targets.length === 0) return 'Tells nobody';
  const kinds = targetKinds.filter((kind) => targets.some((target) => target.kind === kind));
  return kinds
    .map((kind) => {
      const count = targets.filter((target) => target.kind === kind).length;
      return count === 1 ? targetLabels[kind] : `${count} × ${targetLabels[kind]}`;
    })
    .join(', ');
}
