/** More records than a test could send in its time: the engine makes them itself, each of its number `n`. */
import type { LocalEngine } from '../../src/store/analytics/duckdb/local-engine.ts';
import { factNames, type SessionFacts } from '../../src/store/analytics/tables.ts';
import { website_id, workspaceId } from './stage.ts';

/** Expressions in SQL. */
type View = {
  ts: string;
  visitor: string;
  session: string;
  facts?: Partial<Record<keyof SessionFacts, string>>;
};

export function makeViews(count: number, { ts, visitor, session, facts = {} }: View): string {
  return `
    INSERT INTO hits BY NAME
    SELECT ${buildPlace(ts, visitor)}, 'pageview' AS type, ${session} AS session_id,
      md5_number_lower(website_id || chr(31) || session_id) AS session_hash,
      '/' AS path, 0 AS view, 0 AS visible_ms,
      ${factNames.map((fact) => `${facts[fact] ?? "''"} AS ${fact}`).join(', ')}
    FROM range(${count}) AS made(n)`;
}

/** All of one person. */
export function makeIdentities(count: number, { ts, visitor }: Pick<View, 'ts' | 'visitor'>): string {
  return `
    INSERT INTO identities BY NAME
    SELECT ${buildPlace(ts, visitor)}, '${'a'.repeat(64)}' AS external_hash, '{}' AS traits, 0 AS trust
    FROM range(${count}) AS made(n)`;
}

function buildPlace(ts: string, visitor: string): string {
  return `'${workspaceId}' AS workspace_id, '${website_id}' AS website_id, n AS seq, ${ts} AS ts,
    ${visitor} AS visitor_id, md5_number_lower(visitor_id) AS visitor_hash`;
}

export async function fill(engine: LocalEngine, statements: readonly string[]): Promise<void> {
  for (const text of statements) await engine.ask({ text, parameters: {} }, new AbortController().signal);
  await engine.rebuild();
}
