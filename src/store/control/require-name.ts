import { isUsableName } from '../../contract/name.ts';
import { ControlError } from './control-error.ts';

/** `what` is whose name it is, with its article: "A workspace". */
export function requireName(what: string, name: string): void {
  if (isUsableName(name)) return;
  throw new ControlError(
    'invalid_value',
    `${what} needs a name of 1 to 255 characters, on one line and without control characters.`,
  );
}
