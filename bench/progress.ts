import { SingleBar } from 'cli-progress';

export type Progress = { update(done: number): void; end(): void };

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
  return { update: (done) => bar.update(done), end: () => bar.stop() };
}

function writeLines(title: string, total: number): Progress {
  const startedAt = performance.now();
  let shown = 0;
  return {
    update(done) {
      const quarters = Math.floor((4 * done) / total);
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
      if (quarters > shown) process.stderr.write(`${title}: ${25 * quarters} %, ${seconds} s\n`);
      shown = quarters;
    },
    end() {},
  };
}
