import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Log } from '../../../src/contract/log.ts';

const logEntry = /^\d{4}\.\d\d\.\d\d [\d:.]+ \[ \d+ \] \{[^}]*\} <(\w+)> ([^:]+): (.*)$/;
const stackFrame = /^\d+\. /;
/** Their entries quote queries and rows, and the client is given the same error anyway. */
const queryLoggers = new Set(['executeQuery', 'DynamicQueryHandler', 'TCPHandler']);
const longestMessage = 500;
const keptLines = 20;

export type EngineOutput = {
  /** What the engine said outside its log, trimmed: after a failed start, the reason. */
  lastWords(): string;
};

/** Passes the engine's log on and keeps the rest of its standard error for the report of a failure. */
export function followEngineOutput(stream: Readable, log: Log): EngineOutput {
  const kept: string[] = [];
  let insideEntry = false;
  createInterface({ input: stream }).on('line', (line) => {
    const entry = logEntry.exec(line);
    if (entry) {
      insideEntry = true;
      passOn(log, entry[1] ?? '', entry[2] ?? '', entry[3] ?? '');
    } else if (/^Code: \d+\./.test(line) || !insideEntry) {
      insideEntry = false;
      if (line.trim() !== '' && !stackFrame.test(line)) kept.push(line.trim());
      if (kept.length > keptLines) kept.shift();
    }
  });
  return { lastWords: () => trimMessage(kept.join(' ')) };
}

function passOn(log: Log, level: string, logger: string, text: string): void {
  if (queryLoggers.has(logger)) return;
  const fields = { engineLogger: logger };
  const message = `engine: ${trimMessage(text)}`;
  if (level === 'Warning') log.warn(fields, message);
  else log.error(fields, message);
}

function trimMessage(text: string): string {
  const withoutStack = text.split(', Stack trace (when copying')[0] ?? '';
  return withoutStack.length > longestMessage ? `${withoutStack.slice(0, longestMessage)}…` : withoutStack;
}
