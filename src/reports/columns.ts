import { z } from 'zod';

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
  /** Present only for some inputs, such as the one column that carries the name of the mode. */
  optional?: true;
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
  const shown = columns.filter(({ optional, example }) => !optional || example !== undefined);
  return Object.fromEntries(shown.map(({ name, kind, example }) => [name, example ?? examples[kind]]));
}

export function buildRowSchema(columns: readonly Column[]): z.ZodType {
  const fields = columns.map((column) => {
    const schema = column.nullable ? schemas[column.kind].nullable() : schemas[column.kind];
    const described = schema.meta({ description: column.description });
    return [column.name, column.optional ? described.optional() : described];
  });
  return z.object(Object.fromEntries(fields));
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
  { name: 'conversion_rate', kind: 'percent', description: '100 × converting visitors ÷ visitors.' },
  { name: 'revenue', kind: 'money', description: 'Sum of payments, refunds subtracted, in major units.' },
];
