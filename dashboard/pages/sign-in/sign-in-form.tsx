import { useState } from 'react';
import { useRefreshAppState } from '../../api/app-state.ts';
import { ask, Failure } from '../../api/ask.ts';
import { useSubmission } from '../../api/use-submission.ts';
import { Entrance } from '../../entrance/entrance.tsx';
import { describeWait } from '../../format/describe-wait.ts';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { CodeStep } from './code-step.tsx';

export type SignInFormProps = { email: string; onEmail(email: string): void; onForgotten(): void };

/** The password first; the code is asked for where the server says that there is one. */
export function SignInForm({ email, onEmail, onForgotten }: SignInFormProps) {
  const [password, setPassword] = useState('');
  const [needsCode, setNeedsCode] = useState(false);
  const refresh = useRefreshAppState();

  async function signIn(code?: string) {
    await ask('/app/sign-in', { method: 'POST', body: { email, password, ...(code && { code }) } });
    await refresh();
  }

  const submission = useSubmission(async () => {
    try {
      await signIn();
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'totp_required') throw error;
      setNeedsCode(true);
    }
  });

  if (needsCode) return <CodeStep signIn={signIn} onBack={() => setNeedsCode(false)} />;
  return (
    <Entrance title="Sign in">
      <Form
        submission={submission}
        action="Sign in"
        error={describeWait(submission.failure)}
        aside={
          <button type="button" className="link-button" onClick={onForgotten}>
            Forgot your password?
          </button>
        }
      >
        <TextField
          label="Email"
          type="email"
          required
          autoFocus
          autoComplete="username"
          value={email}
          onChange={(event) => onEmail(event.target.value)}
        />
        <PasswordField
          label="Password"
          kind="current"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Form>
    </Entrance>
  );
}
