import { useState } from 'react';
import { ask } from '../../../api/ask.ts';
import { signInsAddress, useRefreshListed } from '../../../api/settings.ts';
import { useSubmission } from '../../../api/use-submission.ts';
import { describeWait } from '../../../format/describe-wait.ts';
import { Form } from '../../../ui/form.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { Card } from '../card.tsx';

export function PasswordCard({ email }: { email: string }) {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const refresh = useRefreshListed(signInsAddress);
  const submission = useSubmission(async () => {
    await ask('/app/password', { method: 'POST', body: { current, next } });
    setCurrent('');
    setNext('');
    showToast('The password was changed.');
    await refresh();
  });
  const isWrong = submission.failure?.code === 'wrong_password';
  return (
    <Card title="Password" lead={<>For {email}. Changing it signs out your other browsers.</>}>
      <Form
        submission={submission}
        action="Change the password"
        look="plain"
        error={isWrong ? null : describeWait(submission.failure)}
      >
        {/* Password managers look here for whose password it is. */}
        <input
          type="text"
          className="unseen"
          value={email}
          readOnly
          autoComplete="username"
          tabIndex={-1}
          aria-hidden="true"
        />
        <PasswordField
          label="Current password"
          kind="current"
          error={isWrong ? submission.failure?.message : submission.errorOf('current')}
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
        />
        <PasswordField
          label="New password"
          kind="new"
          error={submission.errorOf('next')}
          value={next}
          onChange={(event) => setNext(event.target.value)}
        />
      </Form>
    </Card>
  );
}
