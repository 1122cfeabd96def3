import { shown } from './shown.ts';
import { buildTailRows } from './tail.ts';
import type { Row, View } from './view.ts';

export function buildBrowsers(view: View): Row[] {
  return buildTailRows(view, (session) => ({ browser: shown('browser', session) }));
}
