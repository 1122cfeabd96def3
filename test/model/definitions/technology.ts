import { shown } from './shown.ts';
import { buildTailRows } from './tail.ts';
import type { Row, View } from './view.ts';

export function buildTechnology(view: View): Row[] {
  return buildTailRows(view, (session) => ({
    browser: shown('browser', session),
    browser_version: shown('browserVersion', session),
    os: shown('os', session),
    os_version: shown('osVersion', session),
  }));
}
