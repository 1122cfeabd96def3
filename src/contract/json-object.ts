import { z } from 'zod';

export type JsonObject = { [key: string]: unknown };

/** Deeper than this, and serialising the value again could exhaust the stack. */
const maximumDepth = 64;

/** An object kept as it was sent; `z.record` would copy it and lose a key called __proto__. */
export const jsonObject = z
  .custom<JsonObject>(isObject, { error: 'Expected an object' })
  .refine((value) => !isObject(value) || isWithinDepth(value), {
    error: `Expected an object nested at most ${maximumDepth} levels deep`,
    // Checks that follow may serialise it.
    abort: true,
  })
  .meta({ type: 'object', additionalProperties: true });

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isWithinDepth(root: JsonObject): boolean {
  let level: unknown[] = [root];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > maximumDepth) return false;
    level = level
      .flatMap((value) => Object.values(value as object))
      .filter((v) => v && typeof v === 'object');
  }
  return true;
}
