/**
 * SQL as values. A template takes other fragments and bound parameters, nothing else, so that no text from
 * outside can become part of a statement.
 */
export class Sql {
  readonly strings: readonly string[];
  readonly values: readonly (Sql | Bound)[];

  constructor(strings: readonly string[], values: readonly (Sql | Bound)[]) {
    this.strings = strings;
    this.values = values;
  }
}

/** A parameter with its ClickHouse type; the same object used twice is sent once. */
export class Bound {
  readonly type: string;
  readonly value: unknown;

  constructor(type: string, value: unknown) {
    this.type = type;
    this.value = value;
  }
}

export function sql(strings: TemplateStringsArray, ...values: (Sql | Bound)[]): Sql {
  return new Sql(strings, values);
}

export const bind = {
  string: (value: string) => new Bound('String', value),
  strings: (value: readonly string[]) => new Bound('Array(String)', value),
  integer: (value: number) => new Bound('Int64', value),
  integers: (value: readonly number[]) => new Bound('Array(Int64)', value),
  /** Unix milliseconds. */
  instant: (value: number) => new Bound("DateTime64(3, 'UTC')", new Date(value)),
};

/** For names written in our own source, such as the columns of a table: never for text from outside. */
export function identifier(name: string): Sql {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new Error(`Not a column or table name: ${name}`);
  return new Sql([name], []);
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

export type RenderedSql = { text: string; parameters: Record<string, unknown> };

export function renderSql(root: Sql): RenderedSql {
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
  const write = (fragment: Sql): string =>
    fragment.strings.reduce((text, part, i) => {
      const value = fragment.values[i - 1];
      const middle = value instanceof Sql ? write(value) : value ? `{${nameOf(value)}:${value.type}}` : '';
      return text + middle + part;
    });
  return { text: write(root), parameters };
}
