import { useState } from 'react';
import { useSubmission } from '../../api/use-submission.ts';
import { Entrance } from '../../entrance/entrance.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';

export type LinkStepProps = {
  /** What is wrong with the link that was opened or pasted. */
  problem: string | undefined;
  onToken(token: string): void;
};

/** Before the form, so that nobody fills it in with a link that does not work. */
export function LinkStep({ problem, onToken }: LinkStepProps) {
  const [link, setLink] = useState('');
  const submission = useSubmission(async () => onToken(tokenIn(link)));
  return (
    <Entrance
      title={problem ? 'This set-up link does not work' : 'Welcome to Footfall'}
      lead={
        problem ? (
          <p role="alert">{problem}</p>
        ) : (
          'The set-up link shows that the server is yours. Open it, or paste it here.'
        )
      }
    >
      <Form submission={submission} action="Continue">
        <TextField
          label="Set-up link"
          hint="The server printed it when it started: it begins with http and holds a token. A restart prints a new one."
          required
          autoFocus
          autoComplete="off"
          spellCheck={false}
          value={link}
          onChange={(event) => setLink(event.target.value)}
        />
      </Form>
    </Entrance>
  );
}

/** Whole links are pasted, and parts of them. */
function tokenIn(text: string): string {
  const written = text.trim();
  return /[?&]token=([^&\s]+)/.exec(written)?.[1] ?? written;
}
