import { ControlError } from '../store/control/control-error.ts';

const emailPattern = /^[^\s@]+@[^\s@]+$/;
const maxEmailLength = 254;

export function parseEmail(text: string): string {
  const email = normalizeEmail(text);
  if (!emailPattern.test(email) || email.length > maxEmailLength) {
    throw new ControlError('invalid_value', `"${text}" is not an e-mail address.`);
  }
  return email;
}

/** Addresses are kept and looked up in one spelling. */
export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase();
}
