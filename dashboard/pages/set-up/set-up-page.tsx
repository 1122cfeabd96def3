/** The first run: the owner, their workspace, their first website, and its first visit. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import { useAppState, useRefreshAppState } from '../../api/app-state.ts';
import { ask, Failure } from '../../api/ask.ts';
import { Entrance } from '../../entrance/entrance.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { useSearch } from '../../view/use-search.ts';
import { FirstWebsite } from './first-website.tsx';
import { LinkStep } from './link-step.tsx';
import { type Made, OwnerForm } from './owner-form.tsx';
import { UsedLink } from './used-link.tsx';

export default function SetUpPage() {
  const { data: state } = useAppState();
  const search = new URLSearchParams(useSearch());
  const [, navigate] = useLocation();
  const refresh = useRefreshAppState();
  const [made, setMade] = useState<string>();
  const websiteId = made ?? search.get('website');
  const token = search.get('token') ?? '';

  async function onMade({ websiteId: own }: Made) {
    setMade(own);
    // In the address, so that a reload goes on waiting.
    navigate(`/set-up?website=${own}`, { replace: true });
    await refresh();
  }

  if (!state) return null;
  const workspace = state.workspaces.find((each) =>
    each.websites.some((website) => website.websiteId === websiteId),
  );
  const website = workspace?.websites.find((each) => each.websiteId === websiteId);
  if (workspace && website) return <FirstWebsite state={state} workspace={workspace} website={website} />;
  if (made) return null;
  if (!state.needsSetUp) {
    return token ? <UsedLink isSignedIn={state.user !== null} /> : <Redirect to="/" replace />;
  }
  return <CheckedForm token={token} onMade={onMade} />;
}

type CheckedFormProps = { token: string; onMade(made: Made): Promise<void> };

function CheckedForm({ token, onMade }: CheckedFormProps) {
  const [, navigate] = useLocation();
  const { data: checked, error } = useQuery({
    queryKey: ['set-up-link', token],
    queryFn: ({ signal }) => ask<object>('/app/set-up/check', { method: 'POST', body: { token }, signal }),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  const problem = error instanceof Failure && error.status === 403 ? error.message : undefined;
  if (token === '' || problem) {
    const onToken = (found: string) =>
      navigate(`/set-up?token=${encodeURIComponent(found)}`, { replace: true });
    return <LinkStep problem={problem} onToken={onToken} />;
  }
  if (checked) return <OwnerForm token={token} onMade={onMade} />;
  return (
    <Entrance title="Welcome to Footfall">
      {error ? <ErrorState error={error} /> : <SkeletonRows rows={4} />}
    </Entrance>
  );
}
