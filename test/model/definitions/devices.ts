import { shown } from './shown.ts';
import { buildTailRows } from './tail.ts';
import type { Row, View } from './view.ts';

export function buildDevices(view: View): Row[] {
  return buildTailRows(view, (session) => ({ device: shown('device', session) }));
}
