import * as z from 'zod';
import { automaticNames } from '../../contract/automatic-names.ts';
import { jsonObject } from '../../contract/json-object.ts';
import { parseJson } from '../../contract/json-text.ts';
import { countPatterns, mostPatterns } from './path-patterns.ts';

/** What the script sends. Fields have one letter, because they travel with every page. */

const longestPatterns = 2048;

/** A lone surrogate, which the cut itself may leave, has no UTF-8 form: no store would take the record. */
export function cutText(text: string, longest: number): string {
  return text.replaceAll('\0', '').slice(0, longest).toWellFormed();
}

const cut = (longest: number) =>
  z
    .string()
    .transform((text) => cutText(text, longest))
    .catch('');

/** Too many patterns refuse the whole message: without them, paths that the owner excludes would be stored. */
const patterns = z
  .string()
  .catch('')
  .refine((text) => text.length <= longestPatterns && countPatterns(text) <= mostPatterns)
  .transform((text) => cutText(text, longestPatterns));

const flag = z.string().optional().catch(undefined);

const options = z.object({
  websiteId: z.string(),
  allowLocal: flag,
  hash: flag,
  exclude: patterns.optional(),
  mask: patterns.optional(),
});

export const messageFields = z.object({
  /**
   * `track` is an event that the page sends. Older scripts call it `custom`, also for events that they captured
   * themselves.
   */
  t: z.enum(['pageview', 'track', 'custom', 'goal', 'identify', 'leave', ...automaticNames]),
  u: z.url().max(8192),
  o: options,
  r: cut(2048).optional(),
  v: cut(128).optional(),
  s: cut(128).optional(),
  /** The view that the record belongs to, as the time at which it began in the browser. */
  i: z.number().int().nonnegative().optional().catch(undefined),
  /** Milliseconds for which the view was visible. */
  d: z.number().nonnegative().optional().catch(undefined),
  n: cut(255).optional(),
  p: jsonObject.nullish(),
  // Numbers too: ids of databases are numbers, and pages pass them as they are.
  x: z
    .union([z.string(), z.number().transform(String)])
    .pipe(z.string().min(1).max(512))
    .optional(),
  /** The signature of the external ID, by the owner's server. */
  h: cut(128).optional(),
  b: z.boolean().optional().catch(undefined),
  /** What a page says of a view of its own with `footfall.pageview({ url, referrer })`. */
  url: z.string().max(8192).optional().catch(undefined),
  referrer: cut(2048).optional(),
});

/** An identity needs an external ID: without it, all who are identified so would count as one person. */
const messageSchema = messageFields.refine(({ t, x }) => t !== 'identify' || x !== undefined);

export type Message = z.output<typeof messageSchema>;

export function findMessage(text: string): Message | undefined {
  try {
    const message = messageSchema.safeParse(parseJson(text)).data;
    return message && withOwnAddress(message);
  } catch {
    return undefined;
  }
}

function withOwnAddress(message: Message): Message {
  const { url, referrer } = message;
  return {
    ...message,
    ...(url !== undefined && URL.canParse(url, message.u) && { u: new URL(url, message.u).href }),
    ...(referrer !== undefined && { r: referrer }),
  };
}
