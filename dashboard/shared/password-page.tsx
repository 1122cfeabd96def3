import { useState } from 'react';
import { ask } from '../api/ask.ts';
import { useSubmission } from '../api/use-submission.ts';
import { Entrance } from '../entrance/entrance.tsx';
import { describeWait } from '../format/describe-wait.ts';
import { Form } from '../ui/form.tsx';
import { PasswordField } from '../ui/password-field.tsx';

export type PasswordPageProps = { token: string; onOpen(pass: string): void };

export default function PasswordPage({ token, onOpen }: PasswordPageProps) {
  const [password, setPassword] = useState('');
  const submission = useSubmission(async () => {
    const address = `/app/share/${token}/unlock`;
    const { pass } = await ask<{ pass: string }>(address, { method: 'POST', body: { password } });
    onOpen(pass);
  });
  return (
    <Entrance title="This view has a password" lead="Ask whoever gave you the link for it.">
      <Form submission={submission} action="Open" error={describeWait(submission.failure)}>
        <PasswordField
          label="Password"
          kind="current"
          autoFocus
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Form>
    </Entrance>
  );
}
