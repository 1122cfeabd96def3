import { shown, shownSource } from './shown.ts';
import { buildTailRows } from './tail.ts';
import type { Row, View } from './view.ts';

export function buildTrafficSources(view: View): Row[] {
  return buildTailRows(view, (session) => ({
    channel: shown('channel', session),
    source: shownSource(session),
    medium: shown('utmMedium', session),
  }));
}
