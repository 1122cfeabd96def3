import { useRefreshAppState } from '../../api/app-state.ts';
import { ask } from '../../api/ask.ts';
import { useSubmission } from '../../api/use-submission.ts';
import { Entrance } from '../../entrance/entrance.tsx';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/states.tsx';
import type { JoinProps } from './invitation.ts';

export function JoinSignedIn({ title, lead, email, invitation, accept }: JoinProps & { email: string }) {
  const refresh = useRefreshAppState();
  const submission = useSubmission(accept);

  async function signOut() {
    await ask('/app/sign-out', { method: 'POST' });
    await refresh();
  }

  if (invitation.email !== null && invitation.email !== email) {
    return (
      <Entrance title={title} lead={lead}>
        <Notice tone="warn">
          This invitation is for {invitation.email}, and you are signed in as {email}.
        </Notice>
        <Button look="primary" onClick={() => void signOut()}>
          Sign out and accept it
        </Button>
      </Entrance>
    );
  }
  return (
    <Entrance title={title} lead={lead}>
      <Form
        submission={submission}
        action={`Join as ${email}`}
        aside={
          <button type="button" className="link-button" onClick={() => void signOut()}>
            Use another account
          </button>
        }
      />
    </Entrance>
  );
}
