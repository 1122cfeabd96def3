import * as z from 'zod';
import { ApiError } from '../../contract/errors.ts';

/** What the address of a badge or counter asks for. */
export type BadgeQuestion = {
  show: 'visitors' | 'pageviews';
  /** Undefined: as far back as records are kept. */
  days: number | undefined;
  /** Of one page alone. */
  path: string | undefined;
  label: string | undefined;
  theme: 'light' | 'dark' | 'auto';
};

export const badgeQuery = z.object({
  show: z.enum(['visitors', 'pageviews']).optional(),
  days: z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .refine((days) => days >= 1 && days <= 366)
    .optional(),
  path: z.string().max(2048).startsWith('/').optional(),
  label: z.string().trim().min(1).max(60).optional(),
  theme: z.enum(['light', 'dark', 'auto']).default('auto'),
});

export type BadgeDefaults = Pick<BadgeQuestion, 'show' | 'days'>;

export function parseBadgeQuestion(given: unknown, defaults: BadgeDefaults): BadgeQuestion {
  const parsed = badgeQuery.safeParse(given);
  if (!parsed.success) throw new ApiError('invalid_badge');
  const { show = defaults.show, days = defaults.days, path, label, theme } = parsed.data;
  return { show, days, path, label, theme };
}
