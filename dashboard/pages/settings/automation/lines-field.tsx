import { Field } from '../../../ui/field.tsx';

export type LinesFieldProps = {
  /** What each line is, in the plural. */
  label: string;
  hint: string;
  error: string | undefined;
  value: string;
  onChange(lines: string): void;
};

/** Several addresses, one per line. */
export function LinesField({ label, hint, error, value, onChange }: LinesFieldProps) {
  return (
    <Field label={`${label}, one per line`} hint={hint} error={error}>
      {(control) => (
        <textarea
          className="input"
          rows={3}
          required
          autoCapitalize="none"
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          {...control}
        />
      )}
    </Field>
  );
}
