/**
 * A statement takes a form field, which ClickHouse refuses beyond 128 KiB. Relations are written out wherever a report
 * reads them, so a filtered one has the same subquery a dozen times: here each is written once, before the statement.
 * ClickHouse puts it back in every place, so the answer and the work are the same.
 */

type Subquery = { from: number; to: number };

/** Shorter ones are not worth a name. */
const shortest = 200;

/** What comes before a table: a name stands there alone, as a query around it takes as long to plan as what it names. */
const isTable = /\b(FROM|JOIN)\s*$/;

/** What surely fits into a field, parameters included. */
const fitting = 100_000;

/**
 * Statements with a WITH clause of their own stay as they are where they fit; else those subqueries are named that do
 * not use its names.
 */
export function nameSubqueries(statement: string): string {
  const hasWith = /^\s*WITH\b/.test(statement);
  if (hasWith && statement.length < fitting) return statement;
  const ownNames = hasWith ? [...statement.matchAll(/\b(\w+) AS\s+\(/g)].map(([, name]) => name) : [];
  const usesOwn = new RegExp(`\\b(${ownNames.join('|')})\\b`);
  const subqueries = findSubqueries(statement).filter(
    ({ from, to }) => ownNames.length === 0 || !usesOwn.test(statement.slice(from, to)),
  );
  const repeated = findRepeated(subqueries.map(({ from, to }) => statement.slice(from, to)));
  const candidates = subqueries.filter(({ from, to }) => repeated.has(statement.slice(from, to)));
  const names = new Map<string, string>();
  const definitions: string[] = [];

  const nameOf = (subquery: Subquery): string => {
    const text = statement.slice(subquery.from, subquery.to);
    const known = names.get(text);
    if (known) return known;
    const body = write({ from: subquery.from + 1, to: subquery.to - 1 });
    const name = `named_${names.size}`;
    names.set(text, name);
    definitions.push(`${name} AS (${body})`);
    return name;
  };

  /** The text between two places, with names for the outermost of the repeated subqueries in it. */
  function write(within: Subquery): string {
    let text = '';
    let written = within.from;
    for (const each of candidates) {
      if (each.from < written || each.to > within.to) continue;
      const before = statement.slice(written, each.from);
      text += before + (isTable.test(before) ? nameOf(each) : `(SELECT * FROM ${nameOf(each)})`);
      written = each.to;
    }
    return text + statement.slice(written, within.to);
  }

  const text = write({ from: 0, to: statement.length });
  if (definitions.length === 0) return text;
  const named = `WITH ${definitions.join(', ')}`;
  return hasWith ? text.replace(/^\s*WITH\b/, () => `${named},`) : `${named} ${text}`;
}

function findRepeated(texts: readonly string[]): Set<string> {
  const seen = new Set<string>();
  return new Set(texts.filter((text) => seen.has(text) || !seen.add(text)));
}

/** Everything in brackets that begins with SELECT, in the order in which they begin. */
function findSubqueries(statement: string): Subquery[] {
  const open: number[] = [];
  const found: Subquery[] = [];
  // Texts are skipped: brackets in them are none.
  for (const { 0: token, index } of statement.matchAll(/'(?:[^'\\]|\\.|'')*'|[()]/g)) {
    if (token === '(') open.push(index);
    if (token !== ')') continue;
    const subquery = { from: open.pop() ?? 0, to: index + 1 };
    if (isSubquery(statement, subquery)) found.push(subquery);
  }
  return found.sort((a, b) => a.from - b.from);
}

function isSubquery(statement: string, { from, to }: Subquery): boolean {
  return to - from >= shortest && /^\(\s*SELECT\b/.test(statement.slice(from, from + shortest));
}
