/**
 * Loaded into the server that is fuzzed: how long its event loop did not turn, on the clock and by the time that its
 * thread had a processor. On a busy machine the first says little of the program, so that only the second can be asserted.
 * The histogram of perf_hooks knows neither that nor when it was, which leads to the requests.
 */
import { appendFileSync, readFileSync } from 'node:fs';

const file = process.env.FOOTFALL_TEST_LOOP_FILE;
const everyMs = 10;
const reportedMs = 50;

/** The server has children, which load this too. */
if (file !== undefined && process.argv.includes('serve')) watch(file);

function watch(path) {
  let last = { at: performance.now(), cpu: readThreadMs() };
  const look = () => {
    const now = { at: performance.now(), cpu: readThreadMs() };
    const stall = { endedAt: Date.now(), wallMs: now.at - last.at, cpuMs: now.cpu - last.cpu };
    last = now;
    if (stall.wallMs > reportedMs) appendFileSync(path, `${JSON.stringify(stall)}\n`);
  };
  setInterval(look, everyMs).unref();
}

/** Milliseconds on a processor, of the thread that runs JavaScript; Linux alone tells. */
function readThreadMs() {
  try {
    const [nanoseconds] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ');
    return Number(nanoseconds) / 1e6;
  } catch {
    return 0;
  }
}
