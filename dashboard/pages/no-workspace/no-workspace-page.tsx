import { Redirect, useLocation } from 'wouter';
import { useAppState, useRefreshAppState } from '../../api/app-state.ts';
import { ask } from '../../api/ask.ts';
import { Entrance } from '../../entrance/entrance.tsx';
import { WorkspaceForm } from '../../entrance/workspace-form.tsx';

/** For who is signed in and belongs to no workspace: they were removed, or have not been invited yet. */
export default function NoWorkspacePage() {
  const { data: state } = useAppState();
  const refresh = useRefreshAppState();
  const [, navigate] = useLocation();
  if (!state) return null;
  if (!state.user || state.workspaces.length > 0) return <Redirect to="/" replace />;

  async function signOut() {
    await ask('/app/sign-out', { method: 'POST' });
    await refresh();
  }

  return (
    <Entrance
      title="You do not belong to a workspace yet"
      lead={
        state.mayCreateWorkspace
          ? 'Ask an owner of a workspace for an invitation link, or make a workspace of your own.'
          : 'Ask an owner of a workspace for an invitation link.'
      }
      foot={
        <>
          Signed in as {state.user.email}.{' '}
          <button type="button" className="link-button" onClick={() => void signOut()}>
            Sign out
          </button>
        </>
      }
    >
      {state.mayCreateWorkspace && (
        <WorkspaceForm onMade={({ id }) => navigate(`/w/${id}/settings/websites`)} />
      )}
    </Entrance>
  );
}
