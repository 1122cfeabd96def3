import { shown } from './shown.ts';
import { buildTailRows } from './tail.ts';
import type { Row, View } from './view.ts';

export function buildLanguages(view: View): Row[] {
  return buildTailRows(view, (session) => ({ language: shown('language', session) }));
}
