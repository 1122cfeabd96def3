import * as z from 'zod';
import { text } from '../../contract/bodies.ts';
import { ControlError } from '../../store/control/control-error.ts';
import { parseTypedDomain } from '../../websites/parse-typed-domain.ts';

/** Parts that several bodies share. What a verb checks itself is only bounded here. */
export const newPassword = text(8, 1024);
/** A password that is only compared. */
export const presentedPassword = z.string().max(1024);
/** As it was typed or pasted; what is wrong with it is said at its field. */
export const domain = text(1, 2048).transform((written, context) => {
  try {
    return parseTypedDomain(written);
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    context.addIssue({ code: 'custom', message: error.message });
    return z.NEVER;
  }
});
export const domains = z.array(domain).min(1).max(100);
export const role = z.enum(['owner', 'member', 'viewer']);
