import { randomUUID } from 'node:crypto';
import type { AnalyticsEngine } from '../../src/store/analytics/analytics-engine.ts';
import {
  emptyWords,
  formatTs,
  type HitRow,
  type IdentityRow,
  type SessionFacts,
  type TableName,
} from '../../src/store/analytics/tables.ts';
import { website_id, workspaceId } from './stage.ts';

const rowsPerBatch = 25_000;

/** More records than a test writes down: `build` makes the row of each number. */
export async function storeMany(
  engine: AnalyticsEngine,
  table: TableName,
  count: number,
  build: (number: number) => object,
): Promise<void> {
  for (let first = 0; first < count; first += rowsPerBatch) {
    const size = Math.min(rowsPerBatch, count - first);
    const rows = Array.from({ length: size }, (_, index) => JSON.stringify(build(first + index)));
    await engine.store({ source: 'many', name: randomUUID(), rows: { [table]: rows } });
  }
}

const noFacts = Object.fromEntries(Object.keys(emptyWords).map((fact) => [fact, ''])) as SessionFacts;

function place(seq: number, at: number) {
  return { workspace_id: workspaceId, website_id, ts: formatTs(at), seq };
}

export function buildViewRow(
  seq: number,
  at: number,
  visitor_id: string,
  session_id: string,
  facts: Partial<SessionFacts> = {},
): HitRow {
  const view = { type: 'pageview', path: '/', view: 0, visible_ms: 0 } as const;
  return { ...place(seq, at), visitor_id, session_id, ...view, ...noFacts, ...facts };
}

export function buildIdentityRow(seq: number, at: number, visitor_id: string): IdentityRow {
  return { ...place(seq, at), visitor_id, external_hash: 'a'.repeat(64), traits: '{}', trust: 0 };
}
