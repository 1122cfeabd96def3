import { useState } from 'react';
import { Link, useParams } from 'wouter';
import { useRefreshAppState } from '../../api/app-state.ts';
import { ask } from '../../api/ask.ts';
import { useSubmission } from '../../api/use-submission.ts';
import { Entrance } from '../../entrance/entrance.tsx';
import { Form } from '../../ui/form.tsx';
import { PasswordField } from '../../ui/password-field.tsx';

/** A link from a mail or the command line, and a new password. */
export default function ResetPage() {
  const { token = '' } = useParams<{ token: string }>();
  const [password, setPassword] = useState('');
  const [isDone, setDone] = useState(false);
  const refresh = useRefreshAppState();
  const submission = useSubmission(async () => {
    const address = `/app/password-resets/${encodeURIComponent(token)}`;
    await ask(address, { method: 'POST', body: { password } });
    setDone(true);
    await refresh();
  });
  if (isDone) {
    return (
      <Entrance
        title="Your password was changed"
        lead="All browsers were signed out. Sign in with the new password."
      >
        <Link href="/sign-in" className="button button-primary">
          Sign in
        </Link>
      </Entrance>
    );
  }
  return (
    <Entrance
      title="Choose a new password"
      lead="You will be signed out everywhere, and sign in again with it."
      foot={<Link href="/sign-in">Back to sign-in</Link>}
    >
      <Form submission={submission} action="Change the password">
        <PasswordField
          label="New password"
          kind="new"
          autoFocus
          error={submission.errorOf('password')}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Form>
    </Entrance>
  );
}
