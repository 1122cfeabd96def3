import { parseEmail } from '../../contract/email.ts';
import { ControlError } from './control-error.ts';

export function requireEmail(text: string): string {
  const email = parseEmail(text);
  if (email === undefined) {
    throw new ControlError('invalid_value', `"${text}" is not an email address, such as ada@example.com.`);
  }
  return email;
}
