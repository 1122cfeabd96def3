import { useState } from 'react';
import { Link } from 'wouter';
import { ask, type Failure } from '../../api/ask.ts';
import { useSubmission } from '../../api/use-submission.ts';
import { Entrance } from '../../entrance/entrance.tsx';
import { describeWait } from '../../format/describe-wait.ts';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import type { JoinProps } from './invitation.ts';

export type JoinAsNewProps = JoinProps & {
  /** Of the invitation, at the server. */
  address: string;
  /** The page to sign in on, which leads back here. */
  signIn: string;
};

/**
 * An account, a sign-in with it, and the invitation. The server does not say whether the account was there before: then
 * the password is another one, or a code is needed.
 */
export function JoinAsNew({ title, lead, invitation, address, signIn, accept }: JoinAsNewProps) {
  const [email, setEmail] = useState(invitation.email ?? '');
  const [password, setPassword] = useState('');
  const submission = useSubmission(async () => {
    const body = { email, password };
    await ask(`${address}/account`, { method: 'POST', body });
    await ask('/app/sign-in', { method: 'POST', body });
    await accept();
  });
  const isFixed = invitation.email !== null;
  return (
    <Entrance
      title={title}
      lead={lead}
      foot={
        <>
          You have an account here? <Link href={signIn}>Sign in first</Link>
        </>
      }
    >
      <Form
        submission={submission}
        action="Join"
        error={
          isKnown(submission.failure) ? <SignInFirst signIn={signIn} /> : describeWait(submission.failure)
        }
      >
        <TextField
          label="Email"
          type="email"
          required
          readOnly={isFixed}
          autoFocus={!isFixed}
          autoComplete="username"
          error={submission.errorOf('email')}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <PasswordField
          label="Password"
          kind="new"
          autoFocus={isFixed}
          error={submission.errorOf('password')}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Form>
    </Entrance>
  );
}

function isKnown(failure: Failure | undefined): boolean {
  return failure?.code === 'invalid_credentials' || failure?.code === 'totp_required';
}

function SignInFirst({ signIn }: { signIn: string }) {
  return (
    <>
      This password does not open an account with this address. If you had one before,{' '}
      <Link href={signIn}>sign in first</Link>: you come back to this invitation.
    </>
  );
}
