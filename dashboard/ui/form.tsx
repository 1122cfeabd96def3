import type { ReactNode } from 'react';
import type { Submission } from '../api/use-submission.ts';
import { Button, type ButtonLook } from './button.tsx';

export type FormProps = {
  submission: Submission;
  /** What the button says: a verb. */
  action: string;
  look?: ButtonLook;
  disabled?: boolean;
  /** Beside the button. */
  aside?: ReactNode;
  /** Instead of the words of the server; null where they stand at a field. */
  error?: ReactNode;
  children?: ReactNode;
};

/** Fields one below the other, what went wrong, and the button; Enter sends it. */
export function Form({ submission, action, look = 'primary', disabled, aside, error, children }: FormProps) {
  const problem = error === undefined ? submission.error : error;
  return (
    <form className="form" onSubmit={submission.onSubmit}>
      {children}
      {problem && (
        <div className="form-error" role="alert">
          {problem}
        </div>
      )}
      <div className="form-foot">
        <Button type="submit" look={look} busy={submission.busy} disabled={disabled}>
          {action}
        </Button>
        {aside}
      </div>
    </form>
  );
}
