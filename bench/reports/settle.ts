import type { DataSet } from './data-set.ts';

/**
 * The place for work that the product does in the background on days that are over: done here at once, so that
 * reports are measured as on a server that has been running for a while. There is none yet.
 */
export async function settleClosedDays(_dataSet: DataSet): Promise<void> {}
