import { shown } from './shown.ts';
import { buildTailRows } from './tail.ts';
import { placeRecords, type Row, type View } from './view.ts';

/** Of sessions that an assistant sent, whether its host or a tag tells so. */
export function buildAiSites(view: View): Row[] {
  const referred = placeRecords(view).filter(({ session }) => session?.facts.aiOperator);
  return buildTailRows(view, (session) => ({ site: shown('referrerHost', session) }), referred);
}
