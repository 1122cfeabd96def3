/**
 * SQL as values. A template takes only other fragments and bound parameters, so that no text from outside can become
 * part of a statement. One value can be rendered for either engine.
 */
export class Sql {
  readonly strings: readonly string[];
  readonly values: readonly Part[];

  constructor(strings: readonly string[], values: readonly Part[]) {
    this.strings = strings;
    this.values = values;
  }
}

type BoundValues = {
  text: string;
  texts: readonly string[];
  integer: number;
  integers: readonly number[];
  /** Unix milliseconds. */
  instant: number;
};

export type BoundType = keyof BoundValues;

/** A parameter; of equal ones one is sent. */
export class Bound<Type extends BoundType = BoundType> {
  readonly type: Type;
  readonly value: BoundValues[Type];

  constructor(type: Type, value: BoundValues[Type]) {
    this.type = type;
    this.value = value;
  }
}

export type DialectName = 'duckdb' | 'clickhouse';

/** A part that the two dialects spell differently. Only dialect.ts and the folders of the engines make these. */
export class Either {
  readonly spellings: Readonly<Record<DialectName, Sql>>;

  constructor(spellings: Readonly<Record<DialectName, Sql>>) {
    this.spellings = spellings;
  }
}

/** Those of the names that the rest of the statement contains. */
class Mentioned {
  readonly names: readonly string[];
  /** undefined where a column is its name. */
  readonly write: ((name: string) => Sql) | undefined;

  constructor(names: readonly string[], write?: (name: string) => Sql) {
    this.names = names;
    this.write = write;
  }
}

/**
 * A subquery that means the same rows wherever a statement names it, as a table expression. An engine that would work
 * it out anew in each place may do so beforehand.
 */
export class DerivedOnce {
  readonly rows: Sql;

  constructor(rows: Sql) {
    this.rows = rows;
  }
}

export type Part = Sql | Bound | Either | DerivedOnce | Mentioned;

export function sql(strings: TemplateStringsArray, ...values: Part[]): Sql {
  return new Sql(strings, values);
}

export const bind = {
  text: (value: string) => new Bound('text', value),
  texts: (value: readonly string[]) => new Bound('texts', value),
  integer: (value: number) => new Bound('integer', value),
  integers: (value: readonly number[]) => new Bound('integers', value),
  /** Unix milliseconds. */
  instant: (value: number) => new Bound('instant', value),
};

/** For names written in our own source, such as the columns of a table: never for text from outside. */
export function identifier(name: string): Sql {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new Error(`Not a column or table name: ${name}`);
  return new Sql([name], []);
}

/** The same for several, with commas between them. */
export function identifiers(names: readonly string[]): Sql {
  return joinSql(names.map(identifier), sql`, `);
}

/**
 * In place of `*`: those of the columns that the rest of the statement names, at least one of which it must. Engines look
 * up each column of `*` before they find out which are needed, again in every subquery around it. `write` says how a
 * column is made, if not by its name alone.
 */
export function mentioned<Name extends string>(columns: readonly Name[], write?: (column: Name) => Sql): Sql {
  return sql`${new Mentioned(columns, write as ((name: string) => Sql) | undefined)}`;
}

/** A whole number as part of the statement, where an engine takes no parameter. */
export function whole(value: number): Sql {
  if (!Number.isSafeInteger(value)) throw new Error(`Not a whole number: ${value}`);
  return new Sql([String(value)], []);
}

/** The same for a word of our own source: for text from outside there is `bind`. */
export function word(value: string): Sql {
  if (!/^[A-Za-z ()]*$/.test(value)) throw new Error(`Not a word: ${value}`);
  return new Sql([`'${value}'`], []);
}

export function joinSql(parts: readonly Sql[], separator: Sql): Sql {
  const [first, ...rest] = parts;
  if (!first) return new Sql([''], []);
  return rest.reduce((joined, part) => sql`${joined}${separator}${part}`, first);
}

/** What holds for every row. */
export const always = sql`1 = 1`;

/** All of them, without those that always hold. */
export function and(...conditions: readonly Sql[]): Sql {
  const needed = conditions.filter((condition) => condition !== always);
  return needed.length > 0 ? joinSql(needed, sql` AND `) : always;
}

export function unionAll(parts: readonly Sql[]): Sql {
  return joinSql(parts, sql` UNION ALL `);
}

export type Dialect = {
  name: DialectName;
  /** How a statement refers to a parameter. */
  writeParameter(name: string, bound: Bound): string;
  /** For an engine in which a number is better part of the statement; undefined for a text. */
  writeNumber?(bound: Bound): string | undefined;
};

export type RenderedSql = { text: string; parameters: Readonly<Record<string, Bound>> };

/** `nameOf` names the table that holds the rows already; those without one are written out. */
export function renderSql(
  root: Sql,
  dialect: Dialect,
  nameOf: (derived: DerivedOnce) => string | undefined = () => undefined,
): RenderedSql {
  const parameters: Record<string, Bound> = {};
  const names = new Map<string, string>();
  const nameParameter = (bound: Bound): string => {
    const content = `${bound.type} ${JSON.stringify(bound.value)}`;
    const name = names.get(content) ?? `p${names.size}`;
    names.set(content, name);
    parameters[name] = bound;
    return name;
  };
  let pieces: Piece[] = [];
  const writePart = (part: Part): void => {
    if (part instanceof Sql) write(part);
    else if (part instanceof Either) write(part.spellings[dialect.name]);
    else if (part instanceof DerivedOnce) writeDerived(part);
    else if (part instanceof Mentioned) pieces.push(listColumns(part));
    else pieces.push(dialect.writeNumber?.(part) ?? dialect.writeParameter(nameParameter(part), part));
  };
  const writeDerived = (derived: DerivedOnce): void => {
    const name = nameOf(derived);
    write(name === undefined ? sql`(${derived.rows})` : identifier(name));
  };
  const write = ({ strings, values }: Sql): void => {
    for (const [index, text] of strings.entries()) {
      pieces.push(text);
      const part = values[index];
      if (part) writePart(part);
    }
  };
  const writeApart = (column: Sql): string => {
    const around = pieces;
    pieces = [];
    write(column);
    const text = pieces.join('');
    pieces = around;
    return text;
  };
  const listColumns = ({ names, write: writeColumn }: Mentioned): Columns => ({
    names,
    ...(writeColumn && { write: (name: string) => writeApart(writeColumn(name)) }),
  });
  write(root);
  return { text: joinPieces(pieces), parameters };
}

type Columns = { names: readonly string[]; write?: (name: string) => string };

/** Text, or columns of which those are taken that the text mentions. */
type Piece = string | Columns;

function joinPieces(pieces: readonly Piece[]): string {
  const words = findWords(pieces);
  const choose = ({ names, write = (name) => name }: Columns) =>
    names.flatMap((name) => (words.has(name) ? [write(name)] : [])).join(', ');
  return pieces.map((piece) => (typeof piece === 'string' ? piece : choose(piece))).join('');
}

/** All words of the statement: of its text, and of the columns that these or other columns among them mention. */
function findWords(pieces: readonly Piece[]): ReadonlySet<string> {
  const words = new Set<string>();
  const made = pieces.flatMap((piece) => (typeof piece !== 'string' && piece.write ? [piece] : []));
  const addAll = (text: string): void => text.match(/\w+/g)?.forEach(add);
  const add = (word: string): void => {
    if (words.has(word)) return;
    words.add(word);
    for (const { names, write } of made) if (write && names.includes(word)) addAll(write(word));
  };
  for (const piece of pieces) if (typeof piece === 'string') addAll(piece);
  return words;
}
