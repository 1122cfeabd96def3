import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, useId } from 'react';

type Shared = {
  label: string;
  hint?: ReactNode;
  /** What is wrong with it, in words. */
  error?: string | undefined;
};

type Described = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true };

/** A label, its control, a hint, and an error that belongs to it also for those who hear it. */
export function Field({
  label,
  hint,
  error,
  children,
}: Shared & { children(control: Described): ReactNode }) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        ...(described && { 'aria-describedby': described }),
        ...(error && { 'aria-invalid': true }),
      })}
      {hint && (
        <div className="field-hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
      {error && (
        <div className="field-error" id={`${id}-error`} role="alert">
          {error}
        </div>
      )}
    </div>
  );
}

export type TextFieldProps = Shared & InputHTMLAttributes<HTMLInputElement>;

export function TextField({ label, hint, error, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <input className="input" type="text" {...input} {...control} />}
    </Field>
  );
}

export type SelectFieldProps = Shared & SelectHTMLAttributes<HTMLSelectElement>;

export function SelectField({ label, hint, error, children, ...select }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <select className="input" {...select} {...control}>
          {children}
        </select>
      )}
    </Field>
  );
}

export type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  label: ReactNode;
  hint?: ReactNode;
};

export function Checkbox({ label, hint, ...input }: CheckboxProps) {
  return (
    <label className="checkbox">
      <input type="checkbox" {...input} />
      <span>
        {label}
        {hint && <span className="field-hint">{hint}</span>}
      </span>
    </label>
  );
}
