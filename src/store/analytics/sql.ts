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

/** `place` is that of the column among those that are written, from 1. */
type WriteColumn<Name extends string = string> = (name: Name, place: number) => Sql;

/** Those of the names that the rest of the statement contains. */
class Mentioned {
  readonly names: readonly string[];
  /** undefined where a column is its name. */
  readonly write: WriteColumn | undefined;
  /** Whether other columns stand before them. */
  readonly followsOthers: boolean;

  constructor(names: readonly string[], write: WriteColumn | undefined, followsOthers: boolean) {
    this.names = names;
    this.write = write;
    this.followsOthers = followsOthers;
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
 * In place of `*`: those of the columns that the rest of the question names, at least one of which it must. Engines look
 * up each column of `*` before they find out which are needed, again in every subquery around it. `write` says how a
 * column is made, if not by its name alone.
 */
export function mentioned<Name extends string>(columns: readonly Name[], write?: WriteColumn<Name>): Sql {
  return sql`${new Mentioned(columns, write as WriteColumn | undefined, false)}`;
}

/** The same after other columns, each with a comma before it: there may be none. */
export function andMentioned<Name extends string>(columns: readonly Name[], write?: WriteColumn<Name>): Sql {
  return sql`${new Mentioned(columns, write as WriteColumn | undefined, true)}`;
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

type NameOf = (derived: DerivedOnce) => string | undefined;

/** `nameOf` names the table that holds the rows already; those without one are written out. */
export function renderSql(question: Sql, dialect: Dialect, nameOf?: NameOf): RenderedSql {
  const { pieces, parameters } = writePieces(question, dialect, nameOf);
  return { text: joinPieces(pieces, findWords(pieces)), parameters };
}

/** Steps of one question: a column that one of them names is there in all. */
export function renderSteps(steps: readonly Sql[], dialect: Dialect, nameOf: NameOf): RenderedSql[] {
  const written = steps.map((step) => writePieces(step, dialect, nameOf));
  const words = findWords(written.flatMap(({ pieces }) => pieces));
  return written.map(({ pieces, parameters }) => ({ text: joinPieces(pieces, words), parameters }));
}

/** With every column, named or not: for rows that are stored. */
export function renderWithAllColumns(statement: Sql, dialect: Dialect): RenderedSql {
  const { pieces, parameters } = writePieces(statement, dialect);
  return { text: joinPieces(pieces), parameters };
}

function writePieces(
  root: Sql,
  dialect: Dialect,
  nameOf: NameOf = () => undefined,
): { pieces: readonly Piece[]; parameters: RenderedSql['parameters'] } {
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
  const listColumns = ({ names, write: writeColumn, followsOthers }: Mentioned): Columns => ({
    names,
    followsOthers,
    ...(writeColumn && { write: (name: string, place: number) => writeApart(writeColumn(name, place)) }),
  });
  write(root);
  return { pieces, parameters };
}

type Columns = Pick<Mentioned, 'names' | 'followsOthers'> & {
  write?: (name: string, place: number) => string;
};

/** Text, or columns of which those are taken that the text mentions. */
type Piece = string | Columns;

/** All columns where no words are given. */
function joinPieces(pieces: readonly Piece[], words?: ReadonlySet<string>): string {
  const choose = ({ names, followsOthers, write = (name) => name }: Columns) => {
    const chosen = words ? names.filter((name) => words.has(name)) : names;
    const written = chosen.map((name, index) => write(name, index + 1));
    return followsOthers ? written.map((column) => `, ${column}`).join('') : written.join(', ');
  };
  return pieces.map((piece) => (typeof piece === 'string' ? piece : choose(piece))).join('');
}

/** All words of the question: of its text, and of the columns that these or other columns among them mention. */
function findWords(pieces: readonly Piece[]): ReadonlySet<string> {
  const words = new Set<string>();
  const made = pieces.flatMap((piece) => (typeof piece !== 'string' && piece.write ? [piece] : []));
  const addAll = (text: string): void => text.match(/\w+/g)?.forEach(add);
  const add = (word: string): void => {
    if (words.has(word)) return;
    words.add(word);
    for (const { names, write } of made) if (write && names.includes(word)) addAll(write(word, 1));
  };
  for (const piece of pieces) if (typeof piece === 'string') addAll(piece);
  return words;
}
