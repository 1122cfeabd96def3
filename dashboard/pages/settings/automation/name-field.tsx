import type { Submission } from '../../../api/use-submission.ts';
import { TextField } from '../../../ui/field.tsx';

export type NameFieldProps = {
  /** Who will read the name, and where. */
  hint: string;
  placeholder?: string;
  value: string;
  submission: Submission;
  onChange(name: string): void;
};

/** What people call an alert, a report or a link. */
export function NameField({ hint, placeholder, value, submission, onChange }: NameFieldProps) {
  return (
    <TextField
      label="Name"
      hint={hint}
      placeholder={placeholder}
      required
      maxLength={255}
      autoComplete="off"
      error={submission.errorOf('name')}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
