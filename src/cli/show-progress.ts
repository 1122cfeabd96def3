export type Progress = { update(done: number, of: number): void; end(): void };

/** On standard error: a bar for a person who watches, else a line for every quarter. */
export async function showProgress(title: string): Promise<Progress> {
  return process.stderr.isTTY ? drawBar(title) : writeLines(title);
}

async function drawBar(title: string): Promise<Progress> {
  const { SingleBar } = await import('cli-progress');
  const bar = new SingleBar({ format: `${title} {bar} {percentage} %`, stream: process.stderr });
  return {
    update(done, of) {
      if (!bar.isActive) bar.start(of, done);
      bar.update(done);
    },
    end: () => bar.stop(),
  };
}

function writeLines(title: string): Progress {
  let shown = 0;
  return {
    update(done, of) {
      const quarters = Math.floor((4 * done) / of);
      if (quarters > shown) process.stderr.write(`${title}: ${25 * quarters} %\n`);
      shown = quarters;
    },
    end() {},
  };
}
