import { TupleParam } from '@clickhouse/client';

/**
 * SQL as values. A template takes other fragments and bound parameters, nothing else, so that no text from
 * outside can become part of a statement.
 */
export class Sql {
  readonly strings: readonly string[];
  readonly values: readonly Part[];

  constructor(strings: readonly string[], values: readonly Part[]) {
    this.strings = strings;
    this.values = values;
  }
}

/** A parameter with its ClickHouse type; the same object used twice is sent once. */
export class Bound {
  readonly type: string;
  readonly value: unknown;
  /** The expression that makes of the parameter what is meant. */
  readonly expression: (parameter: string) => string;

  constructor(type: string, value: unknown, expression = (parameter: string) => parameter) {
    this.type = type;
    this.value = value;
    this.expression = expression;
  }
}

/** A table by the name under which a node holds its rows. */
export class StoredTable {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Rows that many statements read. Where the engine can keep them they are worked out once, and stay until a record or
 * a deletion of one of the websites changes them; elsewhere each statement works out what it needs itself.
 */
export class SharedRows {
  readonly parts: SharedParts;

  constructor(parts: SharedParts) {
    this.parts = parts;
  }
}

export type SharedParts = {
  /** A SELECT of all that anyone may ask of the rows. */
  made: Sql;
  /** What this statement reads of them, the condition for it, and a `GROUP BY` where the columns are of groups. */
  columns: Sql;
  which: Sql;
  groupBy?: Sql;
  /** A SELECT of the same for a statement that is on its own. */
  alone: Sql;
  workspaceId: string;
  websiteIds: readonly string[];
};

type Part = Sql | Bound | StoredTable | SharedRows;

export function sql(strings: TemplateStringsArray, ...values: Part[]): Sql {
  return new Sql(strings, values);
}

/**
 * For statements that change rows, which every node of a cluster runs on the rows it holds itself. The rows of one
 * record lie on one node in all tables that are sharded by visitor, so such a statement may read them this way too.
 */
export function stored(table: string): StoredTable {
  return new StoredTable(requireName(table));
}

const firstOfTenDigits = 1_000_000_000_000;
const lastOfTenDigits = 9_999_999_999_999;

/**
 * A node hands instants on to others as seconds in text, which these read as seconds only when they have ten digits:
 * from 2001 to 2286. Earlier ones go as a number that becomes an instant where it is used, at the price that no
 * index is searched by it; no record is later.
 */
function bindInstant(unixMs: number): Bound {
  if (unixMs >= firstOfTenDigits) {
    return new Bound("DateTime64(3, 'UTC')", new Date(Math.min(unixMs, lastOfTenDigits)));
  }
  const inPlace = (parameter: string) => `fromUnixTimestamp64Milli(materialize(${parameter}), 'UTC')`;
  return new Bound('Int64', unixMs, inPlace);
}

export const bind = {
  string: (value: string) => new Bound('String', value),
  strings: (value: readonly string[]) => new Bound('Array(String)', value),
  /** The start of a day in UTC, Unix milliseconds. */
  day: (value: number) => new Bound('Date', new Date(value).toISOString().slice(0, 10)),
  /** Days as YYYY-MM-DD. */
  dates: (value: readonly string[]) => new Bound('Array(Date)', value),
  /** Days of websites: workspace, website and YYYY-MM-DD. */
  websiteDays: (value: readonly (readonly [string, string, string])[]) =>
    new Bound(
      'Array(Tuple(String, String, Date))',
      value.map((each) => new TupleParam(each)),
    ),
  integer: (value: number) => new Bound('Int64', value),
  integers: (value: readonly number[]) => new Bound('Array(Int64)', value),
  /** Unix milliseconds. */
  instant: bindInstant,
};

/** For names written in our own source, such as the columns of a table: never for text from outside. */
export function identifier(name: string): Sql {
  return new Sql([requireName(name)], []);
}

/** The same for several, with commas between them. */
export function identifiers(names: readonly string[]): Sql {
  return joinSql(names.map(identifier), sql`, `);
}

function requireName(name: string): string {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new Error(`Not a column or table name: ${name}`);
  return name;
}

/** A whole number as part of the statement, where the engine takes no parameter. */
export function whole(value: number): Sql {
  if (!Number.isSafeInteger(value)) throw new Error(`Not a whole number: ${value}`);
  return new Sql([String(value)], []);
}

export function joinSql(parts: readonly Sql[], separator: Sql): Sql {
  const [first, ...rest] = parts;
  if (!first) return new Sql([''], []);
  return rest.reduce((joined, part) => sql`${joined}${separator}${part}`, first);
}

/** What holds for every row. */
export const always = sql`1`;

/** All of them, without those that always hold: the engine would look at each row for them. */
export function and(...conditions: readonly Sql[]): Sql {
  const needed = conditions.filter((condition) => condition !== always);
  return needed.length > 0 ? joinSql(needed, sql` AND `) : always;
}

/** Of the parts that there are. */
export function unionAll(parts: readonly (Sql | undefined)[]): Sql {
  return joinSql(
    parts.filter((part) => part !== undefined),
    sql` UNION ALL `,
  );
}

export function hasSubquery({ strings, values }: Sql): boolean {
  return (
    strings.some((text) => text.includes('SELECT')) ||
    values.some((value) => value instanceof Sql && hasSubquery(value))
  );
}

/** All that the statement reads, each as often as it is named; the condition for some may read others. */
export function findSharedRows({ values }: Sql): SharedRows[] {
  return values.flatMap((value) => {
    if (value instanceof SharedRows) return [value, ...findSharedRows(value.parts.which)];
    return value instanceof Sql ? findSharedRows(value) : [];
  });
}

export type RenderedSql = { text: string; parameters: Record<string, unknown> };

export type Names = {
  /** What reads rows must read those of all nodes, so without this no stored table can be named. */
  stored?: (table: string) => string;
  /** The table that holds them; undefined where there is none. */
  shared?: (rows: SharedRows) => string | undefined;
};

export function renderSql(root: Sql, { stored = refuseStored, shared }: Names = {}): RenderedSql {
  const names = new Map<Bound, string>();
  const parameters: Record<string, unknown> = {};
  const nameOf = (bound: Bound): string => {
    const known = names.get(bound);
    if (known) return known;
    const name = `p${names.size}`;
    names.set(bound, name);
    parameters[name] = bound.value;
    return name;
  };
  const writePart = (part: Part | undefined): string => {
    if (part instanceof Sql) return write(part);
    if (part instanceof StoredTable) return stored(part.name);
    if (part instanceof SharedRows) return writeShared(part);
    return part ? part.expression(`{${nameOf(part)}:${part.type}}`) : '';
  };
  const writeShared = (rows: SharedRows): string => {
    const { columns, which, groupBy = sql``, alone } = rows.parts;
    const table = shared?.(rows);
    if (!table) return `(${write(alone)})`;
    return `(SELECT ${write(columns)} FROM ${table} WHERE ${write(which)} ${write(groupBy)})`;
  };
  const write = (fragment: Sql): string =>
    fragment.strings.reduce((text, part, i) => text + writePart(fragment.values[i - 1]) + part);
  return { text: write(root), parameters };
}

function refuseStored(table: string): never {
  throw new Error(`A node's own part of ${table} is for statements that change rows.`);
}
