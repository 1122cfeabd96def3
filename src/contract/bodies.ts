import * as z from 'zod';
import type { Clock } from './clock.ts';
import { parseDay, parseInstant } from './instant.ts';
import { jsonObject } from './json-object.ts';
import { textOf } from './json-text.ts';
import { nameText } from './name.ts';

/** The bodies of the write endpoints: what is checked, and what the API reference shows. */

const dayMs = 24 * 60 * 60 * 1000;
const maximumAmount = 1e12;

/** NUL cannot be stored by every control database, a lone surrogate has no UTF-8 form. */
export function text(minimum: number, maximum: number) {
  return z
    .string()
    .min(minimum)
    .max(maximum)
    .refine((value) => !value.includes('\0') && value.isWellFormed(), {
      error: 'Must not contain NUL or half of a surrogate pair',
    });
}

const websiteId = text(1, 255).meta({
  description: 'Public ID of the website. It is not checked: a mistyped one is accepted and never reported.',
  example: 'ff_pUb1icWebsiteId',
});

const visitorExample = '5f0c8a52-9f0e-4a3c-8a4e-0d3f5b1c2a77';

const visitorId = text(0, 128).optional().meta({
  description: 'The visitor, from `window.footfall.getVisitorId()`. A new visitor is made without it.',
  example: visitorExample,
});

const eventId = text(0, 128).optional().meta({
  description: 'Names this record: a retry with the same value within 24 hours records nothing more.',
  example: 'signup-4711',
});

const utm = text(0, 255).optional().meta({ example: 'newsletter' });

export const idempotencyKey = text(1, 255);

/** Unix milliseconds or ISO-8601; up to 24 hours ahead of now, since clocks differ. */
function instant(clock: Clock) {
  return z
    .union([z.number(), z.string()], { error: 'Expected Unix milliseconds or an ISO-8601 string' })
    .transform((value, context) => {
      const parsed = parseInstant(value);
      if (parsed === undefined) {
        context.addIssue({
          code: 'custom',
          message: 'Expected Unix milliseconds or an ISO-8601 string, 1970 or later',
        });
        return z.NEVER;
      }
      if (parsed > clock() + dayMs) {
        context.addIssue({ code: 'custom', message: 'Must not be more than 24 hours ahead' });
        return z.NEVER;
      }
      return parsed;
    })
    .optional()
    .meta({ description: 'Unix milliseconds or ISO-8601; now by default.', example: '2026-03-01T12:00:00Z' });
}

export type Bodies = ReturnType<typeof buildBodies>;

export function buildBodies(clock: Clock) {
  return {
    event: z
      .object({
        website_id: websiteId,
        name: z
          .enum(['pageview', 'custom'], {
            error: 'Expected pageview or custom; payments go to /pixel/payments',
          })
          .default('pageview'),
        path: text(0, 2048).optional().meta({
          description:
            'Default /. Kept without query and fragment; utm tags and click ids in the query fill in what is not given.',
          example: '/pricing',
        }),
        referrer: text(0, 2048).optional().meta({ example: 'https://news.ycombinator.com/' }),
        visitor_id: visitorId,
        session_id: text(0, 128).optional().meta({ description: 'A new session is made without it.' }),
        ts: instant(clock),
        properties: jsonObject.optional().meta({
          description: 'For custom events: `goal_name` in it names the conversion (default `custom_event`).',
          example: { goal_name: 'signup', plan: 'pro' },
        }),
        utm_source: utm,
        utm_medium: utm,
        utm_campaign: utm,
        utm_term: utm,
        utm_content: utm,
        user_agent: text(0, 2048).optional().meta({
          description: "The visitor's User-Agent, for browser, operating system and device.",
        }),
        ip: text(0, 64).optional().meta({
          description: "The visitor's address: it gives the country and is then forgotten.",
          example: '203.0.113.7',
        }),
        language: text(0, 255)
          .optional()
          .meta({ description: "The visitor's Accept-Language.", example: 'en-GB' }),
        event_id: eventId,
      })
      .superRefine((body, context) => {
        const name = body.properties?.goal_name;
        if (body.name === 'custom' && typeof name === 'string' && !text(0, 255).safeParse(name).success) {
          context.addIssue({
            code: 'custom',
            path: ['properties'],
            message: 'goal_name: up to 255 characters',
          });
        }
      })
      .meta({
        example: {
          website_id: 'ff_pUb1icWebsiteId',
          path: '/pricing',
          referrer: 'https://news.ycombinator.com/',
          visitor_id: '5f0c8a52-9f0e-4a3c-8a4e-0d3f5b1c2a77',
          utm_source: 'newsletter',
          utm_medium: 'email',
          utm_campaign: 'spring-launch',
        },
      }),
    goal: z.object({
      website_id: websiteId,
      goal_name: text(1, 255)
        // A blank name could not stand in the path of /pixel/goals/:goal_name/metadata.
        .refine((name) => name.trim() !== '', { error: 'Must not be blank' })
        .meta({ description: 'Not blank.', example: 'signup' }),
      visitor_id: visitorId,
      properties: jsonObject.optional().meta({
        description: 'Text values can be broken down with the goal metadata endpoint.',
        example: { plan: 'pro' },
      }),
      timestamp: instant(clock),
      event_id: eventId,
    }),
    payment: z.object({
      website_id: websiteId,
      transaction_id: text(1, 255).meta({
        description: 'Recorded once per website, for ever.',
        example: 'in_1042',
      }),
      amount: z.number().min(-maximumAmount).max(maximumAmount).meta({
        description: 'Major currency units, up to six decimals; negative is a refund.',
        example: 89.5,
      }),
      currency: z
        .string()
        .regex(/^[A-Za-z]{3}$/, 'Expected three letters')
        .default('USD')
        .meta({ example: 'EUR' }),
      visitor_id: visitorId,
      timestamp: instant(clock),
      renewal: z.boolean().optional().meta({ description: 'true: a renewal, whatever came before.' }),
      refunded: z.boolean().optional().meta({ description: 'true: the amount counts as negative.' }),
      event_id: eventId,
    }),
    identity: z.object({
      website_id: websiteId,
      visitor_id: text(1, 128).meta({ example: '5f0c8a52-9f0e-4a3c-8a4e-0d3f5b1c2a77' }),
      external_id: text(1, 512).meta({ description: 'Stored only as its SHA-256.', example: 'customer-42' }),
      traits: jsonObject.optional().meta({
        description: 'Stored as sent; leave personal data out.',
        example: { plan: 'pro' },
      }),
      event_id: eventId,
    }),
  };
}

export type EventBody = z.output<Bodies['event']>;
export type GoalBody = z.output<Bodies['goal']>;
export type PaymentBody = z.output<Bodies['payment']>;
export type IdentityBody = z.output<Bodies['identity']>;

const segmentName = nameText.meta({ example: 'Mobile visitors from Germany' });
const maximumFiltersBytes = 16 * 1024;
const segmentFilters = jsonObject
  .refine((filters) => Buffer.byteLength(textOf(filters)) <= maximumFiltersBytes, {
    error: 'Must be at most 16 KiB as JSON',
  })
  .meta({ description: 'Stored exactly as sent.', example: { country: 'DE', device: 'mobile' } });

export const segmentBody = z.object({
  website_id: z
    .string()
    .meta({ description: "The website's id (UUID).", example: '0190c7a4-8d1e-7c3b-9c55-2b3c4d5e6f7a' }),
  name: segmentName,
  filters: segmentFilters,
});

export const segmentPatch = z.object({ name: segmentName.optional(), filters: segmentFilters.optional() });

const annotationNote = text(1, 1000)
  .refine((note) => note.trim() !== '', { error: 'Must not be blank' })
  .meta({ example: 'Released version 2.4' });

const latestMoment = Date.UTC(9999, 11, 31);

const annotationFields = {
  note: annotationNote,
  day: z
    .string()
    .refine((value) => parseDay(value) !== undefined, { error: 'Expected a day written YYYY-MM-DD' })
    .optional()
    .meta({
      format: 'date',
      description: 'The day it is about, where no moment is known.',
      example: '2026-03-01',
    }),
  at: z
    .union([z.number(), z.string()], { error: 'Expected Unix milliseconds or an ISO-8601 string' })
    .transform((value, context) => {
      const parsed = parseInstant(value);
      if (parsed !== undefined && parsed <= latestMoment) return parsed;
      context.addIssue({
        code: 'custom',
        message: 'Expected Unix milliseconds or an ISO-8601 string, from 1970 to 9999',
      });
      return z.NEVER;
    })
    .optional()
    .meta({
      description: 'The moment, as Unix milliseconds or ISO-8601; now where neither it nor a day is given.',
      example: '2026-03-01T12:00:00Z',
    }),
};

const dayOrMoment = {
  holds: ({ day, at }: { day?: string | undefined; at?: number | undefined }) =>
    day === undefined || at === undefined,
  error: 'Give day or at, not both',
};

export const annotationBody = z
  .object({
    website_id: z
      .string()
      .meta({ description: "The website's id (UUID).", example: '0190c7a4-8d1e-7c3b-9c55-2b3c4d5e6f7a' }),
    ...annotationFields,
  })
  .refine(dayOrMoment.holds, { error: dayOrMoment.error })
  .meta({
    example: {
      website_id: '0190c7a4-8d1e-7c3b-9c55-2b3c4d5e6f7a',
      note: 'Released version 2.4',
      at: '2026-03-01T12:00:00Z',
    },
  });

export const annotationPatch = z
  .object({ ...annotationFields, note: annotationNote.optional() })
  .refine(dayOrMoment.holds, { error: dayOrMoment.error })
  .meta({ example: { note: 'Released version 2.4.1' } });

/** Who it is about. It is sent in the body, because URLs are written into logs. */
export const personBody = z
  .object({
    website_id: text(1, 255)
      .optional()
      .meta({ description: 'Public ID of the website. All websites of the workspace without it.' }),
    visitor_id: text(0, 128)
      .optional()
      .meta({ description: 'One of the visitors that the person is.', example: visitorExample }),
    external_id: text(0, 512)
      .optional()
      .meta({ description: 'Your own ID of the person, as it was given to identify.', example: 'user_4711' }),
  })
  .meta({ example: { website_id: 'ff_pUb1icWebsiteId', external_id: 'user_4711' } });

export const erasureBody = personBody
  .extend({
    rewrite_now: z
      .boolean()
      .optional()
      .meta({ description: 'Free the files of it at once, and not in the next night.' }),
  })
  .meta({ example: { website_id: 'ff_pUb1icWebsiteId', external_id: 'user_4711' } });

export type PersonBody = z.output<typeof personBody>;
