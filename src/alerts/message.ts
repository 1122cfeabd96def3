import type { AlertTarget } from '../contract/alert-rule.ts';
import type { AlertFacts } from './alert-facts.ts';
import type { AlertChart } from './chart.ts';
import { describeDuration } from './figure-words.ts';

export type MessageKind = 'firing' | 'over' | 'test';

/** One thing to tell, whichever way it goes. */
export type AlertMessage = {
  kind: MessageKind;
  /** When it was found, in Unix milliseconds. */
  at: number;
  words: string;
  value: number | null;
  /** When the alert began to fire; null of a test. */
  startedAt: number | null;
  /** How often it fired meanwhile without a message. */
  untold: number;
  chart: AlertChart | undefined;
};

/** What a delivery of an alert knows. */
export type AlertPayload = { message: AlertMessage; target: AlertTarget };

export function buildTitle({ name, websiteName }: AlertFacts, { kind }: AlertMessage): string {
  const what = `${name} (${websiteName})`;
  if (kind === 'over') return `Over: ${what}`;
  return kind === 'test' ? `Test: ${what}` : `Alert: ${what}`;
}

/** Sentences, one below the other. */
export function listSentences({ kind, words, at, startedAt, untold }: AlertMessage): string[] {
  const lasted =
    kind === 'over' && startedAt !== null ? [`It lasted ${describeDuration(at - startedAt)}.`] : [];
  const missed = untold === 1 ? 'once' : `${untold} times`;
  return [
    ...(kind === 'test' ? ['This is a test: the alert works, and this is what it finds at the moment.'] : []),
    words,
    ...lasted,
    ...(untold > 0
      ? [
          `It also fired ${missed} since the last message, which was not told: there are at most two messages in 24 hours.`,
        ]
      : []),
  ];
}
