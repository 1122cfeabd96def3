import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Log } from '../../../../contract/log.ts';

const longestLine = 500;
const lastLineCount = 20;

export type EngineOutput = {
  /** The last lines that it wrote: after a crash they hold the reason. */
  lastWords(): string;
};

/** Forwards the standard error of the engine's process to the log. */
export function followEngineOutput(stream: Readable, log: Log): EngineOutput {
  const lastLines: string[] = [];
  createInterface({ input: stream }).on('line', (line) => {
    const text = line.trim().slice(0, longestLine);
    if (text === '') return;
    lastLines.push(text);
    if (lastLines.length > lastLineCount) lastLines.shift();
    log.warn({}, `engine: ${text}`);
  });
  return { lastWords: () => lastLines.join(' ') };
}
