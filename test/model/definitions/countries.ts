import { shown } from './shown.ts';
import { buildTailRows } from './tail.ts';
import type { Row, View } from './view.ts';

export function buildCountries(view: View): Row[] {
  return buildTailRows(view, (session) => ({ country: shown('country', session) }));
}
