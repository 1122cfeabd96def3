import { type ReactNode, useState } from 'react';
import { ask } from '../../api/ask.ts';
import { useSubmission } from '../../api/use-submission.ts';
import { Entrance } from '../../entrance/entrance.tsx';
import { describeWait } from '../../format/describe-wait.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/states.tsx';

export type ForgottenPasswordProps = {
  /** Whether the server can send mails. */
  mail: boolean;
  email: string;
  onEmail(email: string): void;
  onBack(): void;
};

export function ForgottenPassword({ mail, email, onEmail, onBack }: ForgottenPasswordProps) {
  const back = (
    <button type="button" className="link-button" onClick={onBack}>
      Back to sign-in
    </button>
  );
  if (!mail) return <AskTheOperator email={email} back={back} />;
  return <ResetByMail email={email} onEmail={onEmail} back={back} />;
}

function AskTheOperator({ email, back }: { email: string; back: ReactNode }) {
  const command = `bin/footfall user reset-password --email ${email || 'you@example.com'}`;
  return (
    <Entrance
      title="A new password"
      lead="This server sends no mail. Whoever runs it can make a link for you with this command:"
      foot={back}
    >
      <CodeBlock code={command} label="the command" />
    </Entrance>
  );
}

type ResetByMailProps = Pick<ForgottenPasswordProps, 'email' | 'onEmail'> & { back: ReactNode };

function ResetByMail({ email, onEmail, back }: ResetByMailProps) {
  const [isSent, setSent] = useState(false);
  const submission = useSubmission(async () => {
    await ask('/app/password-resets', { method: 'POST', body: { email } });
    setSent(true);
  });
  if (isSent) {
    return (
      <Entrance title="Check your email" foot={back}>
        <Notice>
          If {email} belongs to somebody here, a link is on its way. It works for an hour, once. Nothing came?
          Look among the unwanted mail, or check the address.
        </Notice>
      </Entrance>
    );
  }
  return (
    <Entrance title="A new password" lead="We email you a link to choose a new one." foot={back}>
      <Form submission={submission} action="Send the link" error={describeWait(submission.failure)}>
        <TextField
          label="Email"
          type="email"
          required
          autoFocus
          autoComplete="username"
          error={submission.errorOf('email')}
          value={email}
          onChange={(event) => onEmail(event.target.value)}
        />
      </Form>
    </Entrance>
  );
}
