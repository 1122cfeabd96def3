import { useState } from 'react';
import { Field, type TextFieldProps } from './field.tsx';

export type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'autoComplete'> & {
  /** A password that is being chosen, or one that exists. */
  kind: 'new' | 'current';
};

const leastCharacters = 8;

/** Can be looked at, so nobody has to type it twice. */
export function PasswordField({ label, kind, hint, error, ...input }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const isNew = kind === 'new';
  return (
    <Field
      label={label}
      hint={
        hint ?? (isNew && `At least ${leastCharacters} characters; a few words are easier to keep in mind.`)
      }
      error={error}
    >
      {(control) => (
        <div className="password">
          <input
            className="input"
            required
            {...(isNew && { minLength: leastCharacters })}
            {...input}
            {...control}
            type={isShown ? 'text' : 'password'}
            autoComplete={`${kind}-password`}
            autoCapitalize="none"
            spellCheck={false}
          />
          <button
            type="button"
            className="password-show"
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? 'Hide' : 'Show'}
            <span className="unseen"> {label.toLowerCase()}</span>
          </button>
        </div>
      )}
    </Field>
  );
}
