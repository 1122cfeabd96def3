/** The first run: the owner, their workspace, their first website, and its first visit. */
import { useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import { useAppState, useRefreshAppState } from '../../api/app-state.ts';
import { useSearch } from '../../view/use-search.ts';
import { FirstWebsite } from './first-website.tsx';
import { type Made, OwnerForm } from './owner-form.tsx';

export default function SetUpPage() {
  const { data: state } = useAppState();
  const search = new URLSearchParams(useSearch());
  const [, navigate] = useLocation();
  const refresh = useRefreshAppState();
  const [made, setMade] = useState<string>();
  const websiteId = made ?? search.get('website');

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
  if (workspace && website) return <FirstWebsite workspace={workspace} website={website} />;
  if (made) return null;
  if (!state.needsSetUp) return <Redirect to="/" replace />;
  return <OwnerForm token={search.get('token') ?? ''} onMade={onMade} />;
}
