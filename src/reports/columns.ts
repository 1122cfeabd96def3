import * as z from 'zod';
import { JsonText } from '../contract/json-text.ts';

/** A column of a report, declared once: its kind gives the wire type, the reference and how it is shown. */
export type ColumnKind =
  | 'text'
  | 'count'
  | 'percent'
  | 'seconds'
  | 'money'
  | 'number'
  | 'instant'
  | 'flag'
  | 'texts'
  | 'json'
  | 'series';

export type Column = {
  name: string;
  kind: ColumnKind;
  description: string;
  /** Shown in the API reference; text needs one, other kinds have one of their own. */
  example?: unknown;
  nullable?: true;
  /** Present only where this parameter of the report has this value. */
  onlyWith?: { parameter: string; value: string };
};

const count = z.string().regex(/^\d+$/);
const number = z.number();

const schemas: Record<ColumnKind, z.ZodType> = {
  text: z.string(),
  count,
  percent: number,
  seconds: number,
  money: number,
  number,
  instant: z.string().meta({ format: 'date-time' }),
  flag: z.boolean(),
  texts: z.array(z.string()),
  json: z.record(z.string(), z.unknown()),
  series: z.array(number),
};

const examples: Record<ColumnKind, unknown> = {
  text: '',
  count: '128',
  percent: 41.67,
  seconds: 73.25,
  money: 1249.5,
  number: 128,
  instant: '2026-03-01T00:00:00.000Z',
  flag: true,
  texts: ['goal_name', 'plan'],
  json: { plan: 'pro' },
  series: [0, 0, 1, 2],
};

export function buildExampleRow(columns: readonly Column[]): Record<string, unknown> {
  const shown = columns.filter(({ onlyWith, example }) => !onlyWith || example !== undefined);
  return Object.fromEntries(shown.map(({ name, kind, example }) => [name, example ?? examples[kind]]));
}

export function buildRowSchema(columns: readonly Column[]): z.ZodType {
  const fields = columns.map((column) => {
    const schema = column.nullable ? schemas[column.kind].nullable() : schemas[column.kind];
    const described = schema.meta({ description: column.description });
    return [column.name, column.onlyWith ? described.optional() : described];
  });
  return z.object(Object.fromEntries(fields));
}

/** What a column's values are called in `meta`. */
const wireTypes: Record<ColumnKind, string> = {
  text: 'String',
  count: 'UInt64',
  percent: 'Float64',
  seconds: 'Float64',
  money: 'Float64',
  number: 'Float64',
  instant: 'DateTime',
  flag: 'Bool',
  texts: 'Array(String)',
  json: 'JSON',
  series: 'Array(Float64)',
};

export type ColumnMeta = { name: string; type: string };

export function buildMeta(columns: readonly Column[]): ColumnMeta[] {
  return columns.map(({ name, kind }) => ({ name, type: wireTypes[kind] }));
}

/** The columns that rows have for these inputs. */
export function presentColumns(
  columns: readonly Column[],
  inputs: Readonly<Record<string, unknown>>,
): Column[] {
  return columns.filter(({ onlyWith }) => !onlyWith || inputs[onlyWith.parameter] === onlyWith.value);
}

/** Converts what the engines return, each in its own way, to what is sent. */
const shownAs: Record<ColumnKind, (value: unknown) => unknown> = {
  text: String,
  count: String,
  percent: roundRatio,
  seconds: roundRatio,
  money: Number,
  number: Number,
  instant: showInstant,
  flag: (value) => Number(value) === 1,
  texts: (value) => asList(value).map(String),
  json: (value) => new JsonText(String(value)),
  series: (value) => asList(value).map(Number),
};

export function showRow(
  columns: readonly Column[],
  row: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  // A loop, because a series has ten thousand rows: Object.entries would take twice as long.
  const shown: Record<string, unknown> = {};
  for (const column of columns) shown[column.name] = showValue(column, row[column.name]);
  return shown;
}

function showValue({ name, kind, nullable }: Column, value: unknown): unknown {
  if (value !== null && value !== undefined) return shownAs[kind](value);
  // What is divided by nothing comes from one engine as null.
  if (value === null && (kind === 'percent' || kind === 'seconds')) return 0;
  if (!nullable) throw new Error(`The engine has no value for ${name}.`);
  return null;
}

/** Half up to two decimals; what is divided by nothing is 0. Here, because an engine needs 0.2 ms to plan it. */
function roundRatio(value: unknown): number {
  const ratio = Number(value);
  return Number.isFinite(ratio) ? Math.floor(100 * ratio + 0.5) / 100 : 0;
}

/** Unix milliseconds, a Date or text with the offset from UTC. */
function showInstant(value: unknown): string {
  return new Date(
    typeof value === 'bigint' ? Number(value) : (value as number | string | Date),
  ).toISOString();
}

function asList(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new Error('The engine has no list for a column of lists.');
  return value;
}

/** The columns that every row of a traffic report ends with. */
export const tailColumns: readonly Column[] = [
  { name: 'visitors', kind: 'count', description: 'Distinct visitors with a pageview or custom event.' },
  { name: 'sessions', kind: 'count', description: 'Sessions that began in the range.' },
  { name: 'pageviews', kind: 'count', description: 'Pageviews.' },
  { name: 'bounces', kind: 'count', description: 'Sessions of one pageview and no custom event.' },
  { name: 'bounce_rate', kind: 'percent', description: '100 × bounces ÷ sessions.' },
  { name: 'avg_session_seconds', kind: 'seconds', description: 'Mean time from first to last activity.' },
  { name: 'conversions', kind: 'count', description: 'Goal conversions and custom events.' },
  {
    name: 'conversion_rate',
    kind: 'percent',
    description: '100 × those of the visitors who converted ÷ visitors.',
  },
  { name: 'revenue', kind: 'money', description: 'Sum of payments, refunds subtracted, in major units.' },
];
