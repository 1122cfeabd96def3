import { useState } from 'react';
import { useSubmission } from '../../api/use-submission.ts';
import { Entrance } from '../../entrance/entrance.tsx';
import { describeWait } from '../../format/describe-wait.ts';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';

type Kind = 'app' | 'recovery';

const words: Record<Kind, { lead: string; label: string; other: string }> = {
  app: {
    lead: 'Enter the six digits that your authenticator app shows for Footfall.',
    label: 'Code',
    other: 'Use a recovery code',
  },
  recovery: {
    lead: 'Enter one of the codes that you kept when you turned on two-step sign-in. Each works once.',
    label: 'Recovery code',
    other: 'Use the authenticator app',
  },
};

/** The second step for who has turned on two-step sign-in. */
export function CodeStep({ signIn, onBack }: { signIn(code: string): Promise<void>; onBack(): void }) {
  const [kind, setKind] = useState<Kind>('app');
  const [code, setCode] = useState('');
  const submission = useSubmission(() => signIn(code.replaceAll(' ', '')));
  const { lead, label, other } = words[kind];
  return (
    <Entrance
      title="Two-step sign-in"
      lead={lead}
      foot={
        <button type="button" className="link-button" onClick={onBack}>
          Back to the password
        </button>
      }
    >
      <Form
        submission={submission}
        action="Sign in"
        error={describeWait(submission.failure)}
        aside={
          <button
            type="button"
            className="link-button"
            onClick={() => {
              setKind(kind === 'app' ? 'recovery' : 'app');
              setCode('');
            }}
          >
            {other}
          </button>
        }
      >
        <TextField
          key={kind}
          label={label}
          className="input code-input"
          required
          autoFocus
          autoComplete={kind === 'app' ? 'one-time-code' : 'off'}
          inputMode={kind === 'app' ? 'numeric' : 'text'}
          autoCapitalize="none"
          spellCheck={false}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </Form>
    </Entrance>
  );
}
