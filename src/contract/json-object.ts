import * as z from 'zod';

export type JsonObject = { [key: string]: unknown };

/** Deeper than this, and serialising the value again could exhaust the stack. */
const maximumDepth = 64;

/** An object that stays as it was sent; `z.record` would copy it and lose a key called __proto__. */
export const jsonObject = z
  .custom<JsonObject>(isObject, { error: 'Expected an object' })
  .refine((value) => !isObject(value) || isWithinDepth(value), {
    error: `Expected an object nested at most ${maximumDepth} levels deep`,
    // Later checks may serialise it, so they must not run on what this one refuses.
    abort: true,
  })
  .meta({ type: 'object', additionalProperties: true });

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isWithinDepth(root: JsonObject): boolean {
  let level: object[] = [root];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > maximumDepth) return false;
    level = findNested(level);
  }
  return true;
}

/** Loops instead of flatMap: intermediate lists would take most of the time that a body of a megabyte costs. */
function findNested(level: readonly object[]): object[] {
  const nested: object[] = [];
  const collect = (value: unknown) => {
    if (typeof value === 'object' && value !== null) nested.push(value);
  };
  for (const value of level) {
    if (Array.isArray(value)) for (const item of value) collect(item);
    else for (const name of Object.keys(value)) collect((value as JsonObject)[name]);
  }
  return nested;
}
