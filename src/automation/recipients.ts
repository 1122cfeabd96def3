import { ControlError } from '../store/control/control-error.ts';
import { requireEmail } from '../store/control/require-email.ts';

const mostRecipients = 50;

/** In one spelling, each once. */
export function parseRecipients(given: readonly string[]): string[] {
  const recipients = [...new Set(given.map(requireEmail))];
  if (recipients.length > mostRecipients) {
    throw new ControlError('invalid_value', `There can be at most ${mostRecipients} recipients.`);
  }
  return recipients;
}
