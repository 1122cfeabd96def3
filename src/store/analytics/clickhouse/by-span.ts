import type { Span } from '../relations.ts';

/** Makes each value once, so that what a report names twice is the same, and known to be. */
export function bySpan<Value>(build: (span: Span) => Value): (span: Span) => Value {
  const known = new Map<string, Value>();
  return (span) => {
    const key = `${span.from} ${span.to}`;
    const value = known.get(key) ?? build(span);
    known.set(key, value);
    return value;
  };
}
