import {
  type AlertRule,
  type AlertTarget,
  isSameTarget,
  longestWindowMinutes,
  shortestWindowMinutes,
  windowStepMinutes,
} from '../contract/alert-rule.ts';
import { newSecret } from '../contract/secret.ts';
import { ControlError } from '../store/control/control-error.ts';
import { requireEmail } from '../store/control/require-email.ts';

/** As it is stored: fields that the metric does not use have fixed values. */
export function parseRule({ metric, condition, threshold, windowMinutes }: AlertRule): AlertRule {
  const isWhole = Number.isInteger(windowMinutes);
  if (!isWhole || windowMinutes < shortestWindowMinutes || windowMinutes > longestWindowMinutes) {
    throw new ControlError('invalid_value', 'The window must be 15 minutes to 48 hours.');
  }
  if (metric === 'no_data') return { metric, condition: 'lt', threshold: 1, windowMinutes };
  if (windowMinutes % windowStepMinutes !== 0) {
    throw new ControlError('invalid_value', 'The window must be whole quarters of an hour.');
  }
  if (condition === 'anomaly') return { metric, condition, threshold: null, windowMinutes };
  if (threshold === null) throw new ControlError('invalid_value', 'Say which number must not be passed.');
  return { metric, condition, threshold: parseThreshold(metric, threshold), windowMinutes };
}

function parseThreshold(metric: AlertRule['metric'], threshold: number): number {
  const most = metric === 'bounce_rate' ? 100 : 1e12;
  const least = metric === 'revenue' ? -1e12 : 0;
  if (threshold >= least && threshold <= most) return threshold;
  throw new ControlError('invalid_value', `The number must be from ${least} to ${most}.`);
}

/** A target before it has a secret. */
export type NewTarget =
  | { kind: 'email'; address: string }
  | { kind: 'webhook' | 'slack' | 'discord'; url: string };

const mostTargets = 10;

/** A webhook that existed before keeps its secret. */
export function parseTargets(given: readonly NewTarget[], before: readonly AlertTarget[]): AlertTarget[] {
  if (given.length > mostTargets) {
    throw new ControlError('invalid_value', `There can be at most ${mostTargets} channels.`);
  }
  const targets: AlertTarget[] = [];
  for (const target of given.map(parseTarget)) {
    if (targets.some((other) => isSameTarget(target, other))) continue;
    targets.push(before.find((other) => isSameTarget(target, other)) ?? target);
  }
  return targets;
}

function parseTarget(target: NewTarget): AlertTarget {
  if (target.kind === 'email') return { kind: 'email', address: requireEmail(target.address) };
  const { kind, url } = target;
  return kind === 'webhook' ? { kind, url, secret: `whsec_${newSecret()}` } : { kind, url };
}

const minuteMs = 60_000;
const slotMs = windowStepMinutes * minuteMs;

/** One minute after each quarter of an hour, when its records have arrived; `no_data` is checked every minute. */
export function findNextCheck({ metric }: Pick<AlertRule, 'metric'>, now: number): number {
  if (metric === 'no_data') return now + minuteMs;
  return (Math.floor((now - minuteMs) / slotMs) + 1) * slotMs + minuteMs;
}
