import { findRepeated } from '../find-repeated.ts';
import { identifier, joinSql, type RenderedSql, renderSql, type Sql, sql } from '../sql.ts';
import { duckdbDialect } from './duckdb-dialect.ts';

/** What a question names in several places is written once, before it: planning takes as long as the statement is. */
export function renderQuestion(question: Sql): RenderedSql {
  const repeated = findRepeated(question, duckdbDialect.name);
  const names = new Map(repeated.map((derived, index) => [derived, `derived_${index}`]));
  const definitions = [...names].map(
    ([{ rows }, name]) => sql`${identifier(name)} AS MATERIALIZED (${rows})`,
  );
  // The question may begin with definitions of its own.
  const whole =
    definitions.length === 0 ? question : sql`WITH ${joinSql(definitions, sql`, `)} (${question})`;
  return renderSql(whole, duckdbDialect, (derived) => names.get(derived));
}
