/**
 * `npm run bench`: how many records a second are accepted, and how fast reports answer. Each has a folder of its
 * own; what must not be here: anything that the product needs to run.
 */
import { writeFile } from 'node:fs/promises';
import { parseOptions, usage } from './parse-options.ts';
import { runReports } from './reports/run-reports.ts';
import { runWrites } from './writes/run-writes.ts';

export async function main(words: readonly string[]): Promise<number> {
  const options = parseOptions(words);
  if (!options) {
    process.stderr.write(usage);
    return 2;
  }
  const { part, json } = options;
  const writes = part === 'reports' ? undefined : await runWrites(options);
  const reports = part === 'writes' ? undefined : await runReports(options);
  if (json) await writeFile(json, `${JSON.stringify({ writes, reports }, null, 2)}\n`);
  return writes?.isWhole === false ? 1 : 0;
}
