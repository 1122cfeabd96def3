import type { Bound, BoundType, Dialect } from '../sql.ts';

const types: Record<Exclude<BoundType, 'instant'>, string> = {
  text: 'String',
  texts: 'Array(String)',
  integer: 'Int64',
  integers: 'Array(Int64)',
};

export const clickhouseDialect: Dialect = {
  name: 'clickhouse',
  writeParameter: (name, bound) =>
    isInstant(bound) ? writeInstant(name, bound.value) : `{${name}:${types[typeOf(bound)]}}`,
};

const firstOfTenDigits = 1_000_000_000_000;
const lastOfTenDigits = 9_999_999_999_999;

/**
 * Nodes pass instants on to each other as seconds in text, which are read as seconds only when they have ten digits:
 * from 2001 to 2286. Earlier instants go as a number that is converted where it is used, at the price that no index is
 * used. No record is later, and none is from before 1970.
 */
function writeInstant(name: string, unixMs: number): string {
  return unixMs >= firstOfTenDigits
    ? `{${name}:DateTime64(3, 'UTC')}`
    : `fromUnixTimestamp64Milli(materialize({${name}:Int64}), 'UTC')`;
}

/** What is sent for a parameter; a Date where its type is an instant's. */
export type ParameterValue = string | number | Date | readonly string[] | readonly number[];

export function parameterValues(parameters: Readonly<Record<string, Bound>>): Record<string, ParameterValue> {
  const values = Object.entries(parameters).map(([name, bound]) => [name, buildValue(bound)]);
  return Object.fromEntries(values);
}

function buildValue(bound: Bound): ParameterValue {
  if (!isInstant(bound)) return bound.value;
  const { value } = bound;
  return value >= firstOfTenDigits ? new Date(Math.min(value, lastOfTenDigits)) : Math.max(0, value);
}

function isInstant(bound: Bound): bound is Bound<'instant'> {
  return bound.type === 'instant';
}

function typeOf(bound: Bound): keyof typeof types {
  return bound.type as keyof typeof types;
}
