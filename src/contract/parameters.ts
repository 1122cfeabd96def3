import * as z from 'zod';
import { ApiError, type ErrorCode } from './errors.ts';
import { findSingle, parseWholeNumber, type RawQuery } from './raw-query.ts';
import { isTimeZone } from './time-zone.ts';

/** A parameter of its own that a report declares: read and documented from one place. */
export type Parameter<Value> = {
  in: 'query' | 'path';
  /** What a bad value answers. */
  code: ErrorCode;
  /** What its absence answers, where the report cannot do without. */
  missingCode?: ErrorCode;
  schema: z.ZodType;
  parse(query: RawQuery): Value;
};

// biome-ignore lint/suspicious/noExplicitAny: a report's parameters differ in type; InputsOf recovers each.
export type Parameters = Record<string, Parameter<any>>;

export type InputsOf<Declared extends Parameters> = {
  [Name in keyof Declared]: ReturnType<Declared[Name]['parse']>;
};

export const maximumRows = 1000;

export function parseLimit(query: RawQuery, fallback: number): number {
  return parseLimitIfGiven(query) ?? fallback;
}

export function parseLimitIfGiven(query: RawQuery, most = maximumRows): number | undefined {
  const text = findPresent(query, 'limit', 'invalid_limit');
  return text === undefined ? undefined : Math.min(parseWholeNumber(text, 'invalid_limit'), most);
}

export function choice<const Value extends string>(
  name: string,
  code: ErrorCode,
  values: readonly Value[],
  fallback: Value,
  description: string,
): Parameter<Value> {
  return {
    in: 'query',
    code,
    schema: z.enum(values).default(fallback).meta({ description }),
    parse(query) {
      const given = query[name] ?? fallback;
      // An empty value and a repeated one are not among the values, so they are refused too.
      const value = values.find((each) => each === given);
      if (value === undefined) throw new ApiError(code, { details: { supported: values } });
      return value;
    },
  };
}

/** The rows in the envelope, or as a file for spreadsheets: every report has both. */
export const format = choice(
  'format',
  'invalid_format',
  ['json', 'csv'],
  'json',
  'How the rows are written. Errors are JSON in both.',
);

/**
 * Every report that adds up payments takes it. Without it, amounts of all currencies are added up as recorded (spec).
 */
export const currency: Parameter<string | undefined> = {
  in: 'query',
  code: 'invalid_currency',
  schema: z
    .string()
    .regex(/^[A-Za-z]{3}$/)
    .optional()
    .meta({
      description:
        'Count only payments in this currency, an ISO code of three letters. Without it all amounts are added up as recorded, whatever their currency.',
      example: 'EUR',
    }),
  parse(query) {
    const text = findPresent(query, 'currency', 'invalid_currency');
    if (text !== undefined && !/^[A-Za-z]{3}$/.test(text)) throw new ApiError('invalid_currency');
    return text?.toUpperCase();
  },
};

export const timeZone: Parameter<string> = {
  in: 'query',
  code: 'invalid_tz',
  schema: z
    .string()
    .default('UTC')
    .meta({ description: 'IANA time zone that cuts the buckets.', example: 'Europe/Berlin' }),
  parse(query) {
    const text = findPresent(query, 'tz', 'invalid_tz') ?? 'UTC';
    if (!isTimeZone(text)) throw new ApiError('invalid_tz');
    return text;
  },
};

/** A blank segment is empty, or only white space after decoding. */
export function pathSegment(name: string, code: ErrorCode, description: string): Parameter<string> {
  return {
    in: 'path',
    code,
    schema: z.string().meta({ description }),
    parse(query) {
      const text = findSingle(query, name, code) ?? '';
      if (text.trim() === '') throw new ApiError(code);
      return text;
    },
  };
}

const mostLookbackDays = 36_525;

export const lookbackDays = wholeNumber(
  'lookback_days',
  'invalid_lookback_days',
  { fallback: 30, most: mostLookbackDays },
  'Days back from today when the dates are not both given.',
);

export const visitorId: Parameter<string> = {
  in: 'query',
  code: 'invalid_visitor',
  missingCode: 'visitor_id_required',
  schema: z.string().meta({ description: 'The visitor.' }),
  parse(query) {
    if (query.visitor_id === undefined) throw new ApiError('visitor_id_required');
    const text = findSingle(query, 'visitor_id', 'invalid_visitor') ?? '';
    if (text.trim() === '') throw new ApiError('invalid_visitor');
    return text;
  },
};

/** A whole number of at least 1. */
export function wholeNumber(
  name: string,
  code: ErrorCode,
  range: { fallback: number; most: number },
  description: string,
): Parameter<number> {
  return {
    in: 'query',
    code,
    schema: z.int().min(1).max(range.most).default(range.fallback).meta({ description }),
    parse(query) {
      const text = findPresent(query, name, code);
      const value = text === undefined ? range.fallback : parseWholeNumber(text, code);
      if (value > range.most) throw new ApiError(code);
      return value;
    },
  };
}

/** Unlike `findSingle`, an empty value is not absent here: it is a value that cannot be used. */
export function findPresent(query: RawQuery, name: string, code: ErrorCode): string | undefined {
  if (query[name] === '') throw new ApiError(code);
  return findSingle(query, name, code);
}
