import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useRef } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { type AppState, appStateKey, useAppState } from './api/app-state.ts';
import { signedOutEvent } from './api/ask.ts';
import { useIsAway } from './api/connection.ts';
import { drawPages, PageOf, Suspended } from './drawn-page.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { publicRoutes, websiteRoutes, workspaceRoutes } from './routes.ts';
import { AwayBanner } from './shell/away-banner.tsx';
import { NotFound } from './shell/not-found.tsx';
import { findPlace, PlaceProvider } from './shell/place.tsx';
import { rememberedWebsite } from './shell/remembered-website.ts';
import { Shell } from './shell/shell.tsx';
import { ErrorState } from './ui/states.tsx';
import { Toasts } from './ui/toast.tsx';

const publicPages = drawPages(publicRoutes);
const workspacePages = drawPages(workspaceRoutes);
const websitePages = drawPages(websiteRoutes);

export function App() {
  const { data: state, error } = useAppState();
  const isAway = useIsAway();
  useNoticeOfSignOut();
  useOwnAnswersOnly(state?.user?.id);
  if (error && !state && !isAway) return <ErrorState error={error} />;
  if (!state) {
    return (
      <>
        <AwayBanner />
        <Suspended />
      </>
    );
  }
  return (
    <>
      <ErrorBoundary>
        <Suspense fallback={<Suspended />}>
          <Pages state={state} />
        </Suspense>
      </ErrorBoundary>
      <Toasts />
    </>
  );
}

function Pages({ state }: { state: AppState }) {
  return (
    <Switch>
      {publicPages.map(({ path, ...page }) => (
        <Route key={path} path={path}>
          <PageOf {...page} />
        </Route>
      ))}
      <Route>
        {state.user ? <SignedInPages state={state} /> : <Redirect to={entrance(state)} replace />}
      </Route>
    </Switch>
  );
}

/** Where those go who are not signed in; back to where they wanted to go afterwards. */
function entrance(state: AppState): string {
  if (state.needsSetUp) return `/set-up${location.search}`;
  const wanted = location.pathname + location.search;
  return wanted === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(wanted)}`;
}

function SignedInPages({ state }: { state: AppState }) {
  return (
    <Switch>
      <Route path="/">
        <Redirect to={homeOf(state)} replace />
      </Route>
      <Route path="/w/:workspaceId/*?">
        {({ workspaceId, '*': rest }) => (
          <WorkspacePages state={state} workspaceId={workspaceId as string} rest={rest ?? ''} />
        )}
      </Route>
      <Route>
        <NotFound />
      </Route>
    </Switch>
  );
}

type WorkspacePagesProps = { state: AppState; workspaceId: string; rest: string };

/** The shell stays while the pages within it change. */
function WorkspacePages({ state, workspaceId, rest }: WorkspacePagesProps) {
  const [first = ''] = rest.split('/');
  const websiteId = first === 'settings' ? undefined : first;
  const place = findPlace(state, workspaceId, websiteId);
  if (place && first === '') return <Redirect to={websiteHomeOf(state, workspaceId)} replace />;
  if (!place || (websiteId && !place.website)) return <NotFound />;
  return (
    <PlaceProvider place={place}>
      <Shell>
        <ErrorBoundary key={websiteId ? rest : first}>
          <Suspense fallback={<Suspended />}>
            <Switch>
              {workspacePages.map(({ path, ...page }) => (
                <Route key={path} path={`/w/:workspaceId${path}`}>
                  <PageOf {...page} />
                </Route>
              ))}
              {websitePages.map(({ path, ...page }) => (
                <Route key={path} path={`/w/:workspaceId/:websiteId${path === '/' ? '' : path}`}>
                  <PageOf {...page} />
                </Route>
              ))}
              <Route>
                <NotFound />
              </Route>
            </Switch>
          </Suspense>
        </ErrorBoundary>
      </Shell>
    </PlaceProvider>
  );
}

function homeOf(state: AppState): string {
  const remembered = rememberedWebsite();
  const known = state.workspaces.find(({ websites }) =>
    websites.some(({ websiteId }) => websiteId === remembered),
  );
  if (known) return `/w/${known.id}/${remembered}`;
  const first = state.workspaces.find(({ websites }) => websites.length > 0) ?? state.workspaces[0];
  return first ? websiteHomeOf(state, first.id) : '/no-workspace';
}

/** A workspace without a website begins with making one. */
function websiteHomeOf(state: AppState, workspaceId: string): string {
  const website = state.workspaces.find(({ id }) => id === workspaceId)?.websites[0];
  return website ? `/w/${workspaceId}/${website.websiteId}` : `/w/${workspaceId}/settings/websites`;
}

/** What one person was told is not shown to the next who signs in here. */
function useOwnAnswersOnly(userId: string | undefined): void {
  const client = useQueryClient();
  const before = useRef(userId);
  useEffect(() => {
    if (before.current !== undefined && before.current !== userId) {
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== appStateKey[0] });
    }
    before.current = userId;
  }, [client, userId]);
}

function useNoticeOfSignOut(): void {
  const client = useQueryClient();
  useEffect(() => {
    const onSignedOut = () => void client.invalidateQueries({ queryKey: appStateKey });
    window.addEventListener(signedOutEvent, onSignedOut);
    return () => window.removeEventListener(signedOutEvent, onSignedOut);
  }, [client]);
}
