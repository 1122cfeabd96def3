/**
 * The dashboard: a React application that talks to the server over HTTP alone. Pages are in pages/, each a chunk of
 * its own; what they share is in ui/, charts/, people/, view/, format/ and api/. A stylesheet stands beside its component;
 * the build takes all of them. Types may come from src/, code may not.
 */
import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { appStateQuery } from './api/app-state.ts';
import { queryClient } from './api/query-client.ts';
import { App } from './app.tsx';
import { preloadPage } from './routes.ts';
import { SharedApp } from './shared/shared-app.tsx';

function draw(Root: ComponentType): void {
  const root = document.getElementById('root');
  if (!root) return;
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Root />
      </QueryClientProvider>
    </StrictMode>,
  );
}

const page = preloadPage(location.pathname);

// All is asked for at once. Where something fails the page says so itself.
if (location.pathname.startsWith('/share/')) {
  void Promise.allSettled([page]).then(() => draw(SharedApp));
} else {
  void Promise.allSettled([queryClient.prefetchQuery({ ...appStateQuery, retry: false }), page]).then(() =>
    draw(App),
  );
}
