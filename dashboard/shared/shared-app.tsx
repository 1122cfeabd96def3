/**
 * The dashboard for whoever has a share link: the same pages, asked below the link instead of a workspace. What lives
 * here: the way in, and what surrounds the pages. What must not: anything that only people of the workspace see.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import type { AppState } from '../api/app-state.ts';
import { ask, Failure, messageOf, signedOutEvent } from '../api/ask.ts';
import type { SharedView } from '../api/shared-view.ts';
import { drawPages, PageOf, Suspended } from '../drawn-page.tsx';
import { ErrorBoundary } from '../error-boundary.tsx';
import { lazyPart } from '../load-code.ts';
import { pageNameOf, websiteRoutes } from '../routes.ts';
import { type Place, PlaceProvider } from '../shell/place.tsx';
import { ErrorState } from '../ui/states.tsx';
import { Toasts } from '../ui/toast.tsx';
import { keepPass, recallPass } from './kept-pass.ts';
import { SharedShell } from './shared-shell.tsx';

const pages = drawPages(websiteRoutes);
const PasswordPage = lazyPart(() => import('./password-page.tsx'));

export function SharedApp() {
  const [path] = useLocation();
  const token = path.split('/')[2] ?? '';
  return (
    <>
      <ErrorBoundary key={token}>
        <Suspense fallback={<Suspended />}>
          <Opened key={token} token={token} />
        </Suspense>
      </ErrorBoundary>
      <Toasts />
    </>
  );
}

/** The pass stands behind the token in every address. */
function Opened({ token }: { token: string }) {
  const [pass, setPass] = useState(() => recallPass(token));
  const base = `/app/share/${token}${pass === null ? '' : `.${pass}`}`;
  const { data, error } = useSharedView(base);
  if (error instanceof Failure && error.code === 'share_password_required') {
    const open = (given: string) => {
      keepPass(token, given);
      setPass(given);
    };
    return <PasswordPage token={token} onOpen={open} />;
  }
  if (error instanceof Failure && (error.status === 404 || error.status === 410)) {
    return (
      <main className="not-found">
        <div className="state">
          <h1 className="state-title">There is nothing to see here</h1>
          <p className="state-text">{messageOf(error)}</p>
        </div>
      </main>
    );
  }
  if (error && !data) return <ErrorState error={error} />;
  return data ? <SharedPages view={data} base={base} home={`/share/${token}`} /> : <Suspended />;
}

const viewKey = 'shared';

/** Asked again when something else that was asked says that the link has ended. */
function useSharedView(base: string) {
  const client = useQueryClient();
  useEffect(() => {
    const onEnd = () =>
      void client.invalidateQueries({
        queryKey: [viewKey],
        // Its own refusal is the answer.
        predicate: ({ state }) => state.status === 'success' && state.fetchStatus === 'idle',
      });
    window.addEventListener(signedOutEvent, onEnd);
    return () => window.removeEventListener(signedOutEvent, onEnd);
  }, [client]);
  return useQuery({
    queryKey: [viewKey, base],
    queryFn: ({ signal }) => ask<SharedView>(base, { signal }),
    staleTime: 60_000,
  });
}

type SharedPagesProps = { view: SharedView; base: string; home: string };

const nobody: AppState = {
  needsSetUp: false,
  mail: false,
  publicUrl: null,
  version: '',
  user: null,
  workspaces: [],
  mayCreateWorkspace: false,
};

function SharedPages({ view, base, home }: SharedPagesProps) {
  const [path] = useLocation();
  const place = useMemo(() => buildPlace(view, base, home), [view, base, home]);
  const shown = pages.filter(({ path: each }) => view.pages.includes(pageNameOf(each)));
  const [first] = shown;
  return (
    <PlaceProvider place={place}>
      <SharedShell>
        <ErrorBoundary key={path}>
          <Suspense fallback={<Suspended />}>
            <Switch>
              {shown.map(({ path: each, ...page }) => (
                <Route key={each} path={home + (each === '/' ? '' : each)}>
                  <PageOf {...page} />
                </Route>
              ))}
              <Route>
                <Redirect to={`${home}${first?.path === '/' ? '' : first?.path}${location.search}`} replace />
              </Route>
            </Switch>
          </Suspense>
        </ErrorBoundary>
      </SharedShell>
    </PlaceProvider>
  );
}

function buildPlace(shared: SharedView, base: string, home: string): Place {
  const { website, timezone, currency, name } = shared;
  const websites = [website];
  const workspace = {
    id: '',
    name,
    role: 'viewer' as const,
    retentionDays: null,
    timezone,
    currency,
    websites,
  };
  return { state: nobody, workspace, website, base, home, shared };
}
