import { z } from 'zod';
import { ApiError, type ErrorCode } from '../contract/errors.ts';
import { isTimeZone } from './calendar.ts';
import { findSingle, parseWholeNumber, type RawQuery } from './raw-query.ts';

/** A parameter of its own that a report declares: read and documented from one place. */
export type Parameter<Value> = {
  in: 'query' | 'path';
  /** What a bad value answers. */
  code: ErrorCode;
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

export function parseLimitIfGiven(query: RawQuery): number | undefined {
  const text = findPresent(query, 'limit', 'invalid_limit');
  return text === undefined ? undefined : Math.min(parseWholeNumber(text, 'invalid_limit'), maximumRows);
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
      const text = findPresent(query, name, code) ?? fallback;
      const value = values.find((each) => each === text);
      if (value === undefined) throw new ApiError(code, { details: { supported: values } });
      return value;
    },
  };
}

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

const mostLookbackDays = 36_525;

export const lookbackDays: Parameter<number> = {
  in: 'query',
  code: 'invalid_lookback_days',
  schema: z
    .int()
    .min(1)
    .default(30)
    .meta({ description: 'Days back from today when the dates are not both given.' }),
  parse(query) {
    const text = findPresent(query, 'lookback_days', 'invalid_lookback_days');
    const days = text === undefined ? 30 : parseWholeNumber(text, 'invalid_lookback_days');
    if (days > mostLookbackDays) throw new ApiError('invalid_lookback_days');
    return days;
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

/** Unlike `findSingle`, an empty value is not absent here: it is a value that cannot be used. */
function findPresent(query: RawQuery, name: string, code: ErrorCode): string | undefined {
  if (query[name] === '') throw new ApiError(code);
  return findSingle(query, name, code);
}
