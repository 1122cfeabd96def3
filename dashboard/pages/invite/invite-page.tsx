import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Redirect, useParams } from 'wouter';
import { useAppState, useRefreshAppState } from '../../api/app-state.ts';
import { ask, messageOf } from '../../api/ask.ts';
import { Entrance } from '../../entrance/entrance.tsx';
import { roles } from '../../format/roles.ts';
import { SkeletonRows } from '../../ui/states.tsx';
import type { Invitation } from './invitation.ts';
import { JoinAsNew } from './join-as-new.tsx';
import { JoinSignedIn } from './join-signed-in.tsx';

/** A link to a workspace: for who has an account here, and for who makes one with it. */
export default function InvitePage() {
  const { token = '' } = useParams<{ token: string }>();
  const address = `/app/invitations/${encodeURIComponent(token)}`;
  const { data: state } = useAppState();
  const { data: invitation, error } = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => ask<Invitation>(address, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const refresh = useRefreshAppState();
  const [joined, setJoined] = useState<string>();

  async function accept() {
    const { workspaceId } = await ask<{ workspaceId: string }>(address, { method: 'POST' });
    setJoined(workspaceId);
    await refresh();
  }

  // Not before the workspace is known here: its address would lead to the sign-in.
  if (state?.workspaces.some(({ id }) => id === joined)) return <Redirect to={`/w/${joined}`} replace />;
  if (error) return <UnusableInvitation error={error} />;
  if (!state || !invitation) {
    return (
      <Entrance title="Invitation">
        <SkeletonRows rows={3} />
      </Entrance>
    );
  }
  const title = `Join ${invitation.workspaceName}`;
  const lead = describe(invitation);
  if (state.user) {
    return (
      <JoinSignedIn
        title={title}
        lead={lead}
        email={state.user.email}
        invitation={invitation}
        accept={accept}
      />
    );
  }
  return (
    <JoinAsNew
      title={title}
      lead={lead}
      invitation={invitation}
      address={address}
      signIn={signInFor(token)}
      accept={accept}
    />
  );
}

const signInFor = (token: string) => `/sign-in?next=${encodeURIComponent(`/invite/${token}`)}`;

function describe({ role }: Invitation): string {
  return roles.find((each) => each.role === role)?.offers ?? '';
}

function UnusableInvitation({ error }: { error: unknown }) {
  return (
    <Entrance title="This invitation cannot be used" lead={messageOf(error)}>
      <Link href="/" className="button">
        To Footfall
      </Link>
    </Entrance>
  );
}
