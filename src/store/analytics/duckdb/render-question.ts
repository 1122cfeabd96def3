import { findRepeated } from '../find-repeated.ts';
import { identifier, joinSql, type RenderedSql, renderSql, Sql, sql } from '../sql.ts';
import { duckdbDialect } from './duckdb-dialect.ts';

/** What a question names in several places is written once, before it: planning takes as long as the statement is. */
export function renderQuestion(question: Sql): RenderedSql {
  const repeated = findRepeated(question, duckdbDialect.name);
  const names = new Map(repeated.map((derived, index) => [derived, `derived_${index}`]));
  const definitions = [...names].map(
    ([{ rows }, name]) => sql`${identifier(name)} AS MATERIALIZED (${rows})`,
  );
  const whole = definitions.length === 0 ? question : defineBefore(question, definitions);
  return renderSql(whole, duckdbDialect, (derived) => names.get(derived));
}

const explanation = /^\s*(EXPLAIN \([\w, ]+\)\s*)?$/;

/** The engine does not take a statement with definitions inside another, so they become one list. */
function defineBefore(question: Sql, definitions: readonly Sql[]): Sql {
  const [start = '', ...others] = question.strings;
  const [first, ...rest] = question.values;
  if (explanation.test(start) && first instanceof Sql) {
    return new Sql([start, ...others], [defineBefore(first, definitions), ...rest]);
  }
  const before = sql`WITH ${joinSql(definitions, sql`, `)}`;
  const own = /^\s*WITH\s/.exec(start)?.[0];
  if (own === undefined) return sql`${before} ${question}`;
  return sql`${before}, ${new Sql([start.slice(own.length), ...others], question.values)}`;
}
