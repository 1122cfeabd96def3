/**
 * All that the two engines spell differently, in one place. Everything else is written in the SQL that both understand:
 * window functions, FILTER, CASE, coalesce, ASOF JOIN, DISTINCT ON, argMin and argMax.
 */
import { type Bound, bind, Either, identifier, joinSql, mentioned, type Sql, sql, whole } from './sql.ts';

function either(clickhouse: Sql, duckdb: Sql): Sql {
  return sql`${new Either({ clickhouse, duckdb })}`;
}

/** Unix milliseconds of an instant. */
export function millisOf(instant: Sql | Bound): Sql {
  return either(sql`toUnixTimestamp64Milli(${instant})`, sql`epoch_ms(${instant})`);
}

export function instantOf(millis: Sql): Sql {
  return either(sql`fromUnixTimestamp64Milli(${millis}, 'UTC')`, sql`make_timestamp_ms(${millis})`);
}

/** The whole part of a division, towards zero. */
export function quotient(dividend: Sql, divisor: Sql): Sql {
  return either(sql`intDiv(${dividend}, ${divisor})`, sql`((${dividend}) // (${divisor}))`);
}

/** A number of 64 bits that stands for the texts: stable over versions of the engine, so it may be stored. */
export function hashOf(...texts: readonly (Sql | Bound)[]): Sql {
  const parts = texts.map((text) => sql`${text}`);
  const separated = joinSql(parts, sql` || chr(31) || `);
  return either(sql`sipHash64(${joinSql(parts, sql`, `)})`, sql`md5_number_lower(${separated})`);
}

/** A number that stands for the texts within one question: rows are grouped by it faster than by several texts. */
export function groupKeyOf(texts: readonly Sql[]): Sql {
  const listed = joinSql(texts, sql`, `);
  return either(sql`sipHash64(${listed})`, sql`hash(${listed})`);
}

export function contains(text: Sql, part: Bound): Sql {
  return either(sql`position(${text}, ${part}) > 0`, sql`contains(${text}, ${part})`);
}

export function startsWith(text: Sql, start: Bound): Sql {
  return either(sql`startsWith(${text}, ${start})`, sql`starts_with(${text}, ${start})`);
}

export function endsWith(text: Sql, end: Bound): Sql {
  return either(sql`endsWith(${text}, ${end})`, sql`ends_with(${text}, ${end})`);
}

/** RE2 in both engines. */
export function matches(text: Sql, pattern: Bound): Sql {
  return either(sql`match(${text}, ${pattern})`, sql`regexp_matches(${text}, ${pattern})`);
}

/** A row for each place of the bound lists, which are equally long; the columns have the given names. */
export function rowsOf(lists: Readonly<Record<string, Bound<'texts' | 'integers'>>>): Sql {
  const named = Object.entries(lists).map(([name, list]) => ({ name: identifier(name), list }));
  const joined = named.map(({ name, list }) => sql`${list} AS ${name}`);
  const unnested = named.map(({ name, list }) => sql`unnest(${list}) AS ${name}`);
  const names = joinSql(
    named.map(({ name }) => name),
    sql`, `,
  );
  return either(
    sql`(SELECT ${names} FROM (SELECT 1 AS one) ARRAY JOIN ${joinSql(joined, sql`, `)})`,
    sql`(SELECT ${joinSql(unnested, sql`, `)})`,
  );
}

/** The rows, each once for every entry of its map `column`, with `key` and `value` under the given names. */
export function withEntries(rows: Sql, column: Sql, key: Sql, value: Sql): Sql {
  return either(
    sql`(SELECT *, ${key}, ${value} FROM ${rows} ARRAY JOIN mapKeys(${column}) AS ${key}, mapValues(${column}) AS ${value})`,
    sql`(SELECT *, unnest(map_keys(${column})) AS ${key}, unnest(map_values(${column})) AS ${value} FROM ${rows})`,
  );
}

/** The rows, each once for every element of its list, which has the given name. */
export function withEach(rows: Sql, list: Sql, name: Sql): Sql {
  return either(
    sql`(SELECT *, ${name} FROM ${rows} ARRAY JOIN ${list} AS ${name})`,
    sql`(SELECT *, unnest(${list}) AS ${name} FROM ${rows})`,
  );
}

/** The texts of those whose condition holds, as a list. */
export function textsWhere(texts: readonly { text: Bound; condition: Sql }[]): Sql {
  const all = joinSql(
    texts.map(({ text }) => sql`${text}`),
    sql`, `,
  );
  const holds = joinSql(
    texts.map(({ condition }) => condition),
    sql`, `,
  );
  return either(
    sql`arrayFilter((text, holds) -> holds, [${all}], [${holds}])`,
    sql`list_where([${all}], [${holds}])`,
  );
}

/**
 * Whether the value is among those that the rows have, which are few. ClickHouse works them out once before it plans the
 * statement; a subquery after IN is planned in each place, and on a cluster twice for each one that it lies in.
 */
export function isAmong(value: Sql, rows: Sql): Sql {
  return either(
    sql`has((SELECT groupUniqArray(${value}) FROM ${rows}), ${value})`,
    sql`${value} IN (SELECT ${value} FROM ${rows})`,
  );
}

/** JSON of an object with one text. */
export function jsonWith(name: string, text: Sql): Sql {
  const bound = bind.text(name);
  return either(
    sql`concat('{', toJSONString(${bound}), ':', toJSONString(CAST(${text} AS String)), '}')`,
    sql`CAST(json_object(${bound}, ${text}) AS VARCHAR)`,
  );
}

/** A map with one text, of the type of `texts`. */
export function mapWith(name: string, text: Sql): Sql {
  const bound = bind.text(name);
  return either(
    sql`CAST(map(${bound}, CAST(${text} AS String)) AS Map(LowCardinality(String), String))`,
    sql`map([${bound}], [${text}])`,
  );
}

/** Names of the members of a JSON object, as a list; none of what is no JSON. */
export function jsonKeys(json: Sql): Sql {
  return either(
    sql`JSONExtractKeys(${json})`,
    sql`CASE WHEN json_valid(${json}) THEN json_keys(${json}) ELSE ${noTexts} END`,
  );
}

/** The distinct texts of the lists of a group, in their order. */
export function distinctOfLists(list: Sql): Sql {
  return either(
    sql`arraySort(groupUniqArrayArray(${list}))`,
    sql`coalesce(list_sort(list_distinct(flatten(list(DISTINCT ${list})))), ${noTexts})`,
  );
}

export const noTexts = either(sql`emptyArrayString()`, sql`CAST([] AS VARCHAR[])`);

/** Replaces every match of the pattern, which is RE2 in both engines. */
export function replaceMatches(text: Sql, pattern: Bound, replacement: Bound): Sql {
  return either(
    sql`replaceRegexpAll(${text}, ${pattern}, ${replacement})`,
    sql`regexp_replace(${text}, ${pattern}, ${replacement}, 'g')`,
  );
}

/** An amount divided by a whole number, rounded towards zero at a millionth. */
export function shareOf(amount: Sql, parts: Sql): Sql {
  return either(
    sql`CAST(${amount} / ${parts} AS DECIMAL(38, 6))`,
    sql`(CAST(CAST(${amount} * 1000000 AS HUGEINT) // ${parts} AS DECIMAL(38, 0)) * 0.000001)`,
  );
}

/** Columns as one value under new names, so that one aggregate takes all of them from the same row. */
export function packed(columns: Readonly<Record<string, string>>): Sql {
  const column = (name: string) => identifier(columns[name] ?? name);
  const names = Object.keys(columns);
  return either(
    sql`tuple(${mentioned(names, column)})`,
    sql`struct_pack(${mentioned(names, (name) => sql`${identifier(name)} := ${column(name)}`)})`,
  );
}

/** The columns of a value that was packed of the same. */
export function unpacked(value: Sql, columns: Readonly<Record<string, string>>): Sql {
  return mentioned(Object.keys(columns), (name, place) => {
    const column = either(sql`tupleElement(${value}, ${whole(place)})`, sql`${value}.${identifier(name)}`);
    return sql`${column} AS ${identifier(name)}`;
  });
}

/** The numbers of a group in the order given, as a list. */
export function listOf(value: Sql, order: Sql): Sql {
  return either(
    sql`arrayMap(pair -> pair.2, arraySort(groupArray((${order}, ${value}))))`,
    sql`list(${value} ORDER BY ${order})`,
  );
}

/** In `WITH name AS … (SELECT …)`: the rows are worked out once, however often they are named, where an engine can. */
export const readOnce = either(sql``, sql`MATERIALIZED`);

export const noMoney = sql`CAST(0 AS DECIMAL(38, 6))`;
