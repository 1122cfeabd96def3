import { useState } from 'react';
import { Link } from 'wouter';
import { useSubmission } from '../../api/use-submission.ts';
import { Entrance } from '../../entrance/entrance.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import type { JoinProps } from './invitation.ts';

export function JoinAsNew({ title, lead, invitation, signIn, accept }: JoinProps & { signIn: string }) {
  const [email, setEmail] = useState(invitation.email ?? '');
  const [password, setPassword] = useState('');
  const submission = useSubmission(() => accept({ email, password }));
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
      <Form submission={submission} action="Join">
        <TextField
          label="E-mail"
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
