import { SingleBar } from 'cli-progress';

export type Progress = { advance(by?: number): void; end(): void };

/** A bar for people, a line for every quarter where nobody watches. */
export function startProgress(title: string, total: number): Progress {
  return process.stderr.isTTY ? drawBar(title, total) : writeLines(title, total);
}

function drawBar(title: string, total: number): Progress {
  const bar = new SingleBar({
    format: `${title} {bar} {percentage} %, {duration_formatted}, {eta_formatted} left`,
    stream: process.stderr,
  });
  bar.start(total, 0);
  return { advance: (by = 1) => bar.increment(by), end: () => bar.stop() };
}

function writeLines(title: string, total: number): Progress {
  const startedAt = performance.now();
  let done = 0;
  let shown = 0;
  return {
    advance(by = 1) {
      done += by;
      const quarters = Math.floor((4 * done) / total);
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
      if (quarters > shown) process.stderr.write(`${title}: ${25 * quarters} %, ${seconds} s\n`);
      shown = quarters;
    },
    end() {},
  };
}
