import type { Clock } from './clock.ts';
import type { Log } from './log.ts';

/**
 * For errors that are recovered from but may come again every second: each sentence is logged at most once a minute.
 */
export type ThrottledWarning = (error: unknown, sentence: string) => void;

const quietMs = 60_000;

export function createThrottledWarning(log: Pick<Log, 'warn'>, clock: Clock): ThrottledWarning {
  const logged = new Map<string, { at: number; leftOut: number }>();
  return (error, sentence) => {
    const now = clock();
    const last = logged.get(sentence);
    // After the clock was set back, it must not stay silent until the old time is reached again.
    if (last && now >= last.at && now - last.at < quietMs) {
      last.leftOut += 1;
      return;
    }
    log.warn({ err: error, leftOut: last?.leftOut ?? 0 }, sentence);
    logged.set(sentence, { at: now, leftOut: 0 });
  };
}
