/**
 * How fast reports answer. What lives here: made-up traffic in the product's own tables, the reports asked for
 * through the product's own runner, and beside them plain SQL on the same traffic. What must not: HTTP.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { onInterrupt } from '../on-interrupt.ts';
import type { ReportOptions } from '../parse-options.ts';
import { openDataSet } from './data-set.ts';

export async function runReports(options: ReportOptions): Promise<void> {
  const root = options.keep ? resolve(options.keep) : await mkdtemp(join(tmpdir(), 'footfall-bench-'));
  const open = new Set<{ close(): Promise<void> }>();
  const cleanUp = async () => {
    await Promise.all([...open].map((each) => each.close()));
    if (!options.keep) await rm(root, { recursive: true, force: true });
  };
  const callOff = onInterrupt(cleanUp);
  try {
    const dataSet = await openDataSet(join(root, options.events.toExponential().replace('+', '')), options);
    open.add(dataSet);
    process.stderr.write(`${dataSet.folder}: ${dataSet.note.fillSeconds} s\n`);
  } finally {
    await cleanUp();
    callOff();
  }
}
