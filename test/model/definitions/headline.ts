import { buildTail } from './tail.ts';
import { placeRecords, type Row, type View } from './view.ts';

/** One row, also when nothing was recorded. */
export function buildHeadline(view: View): Row[] {
  return [buildTail(view, placeRecords(view))];
}
