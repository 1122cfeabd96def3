import { shown } from './shown.ts';
import { buildTailRows } from './tail.ts';
import type { Row, View } from './view.ts';

export function buildOperatingSystems(view: View): Row[] {
  return buildTailRows(view, (session) => ({ os: shown('os', session) }));
}
