/** Every page of the dashboard, by its address. A page is one line here, and its file's default export. */
import type { ComponentType } from 'react';
import type { SharePage } from '../src/contract/share-pages.ts';

import { loadCode } from './load-code.ts';

type Load = () => Promise<{ default: ComponentType }>;

export type Route = { path: string; load: Load };

/** Outside of a workspace; most of them without a signed-in person. */
export const publicRoutes: readonly Route[] = [
  { path: '/sign-in', load: () => import('./pages/sign-in/sign-in-page.tsx') },
  { path: '/set-up', load: () => import('./pages/set-up/set-up-page.tsx') },
  { path: '/invite/:token', load: () => import('./pages/invite/invite-page.tsx') },
  { path: '/reset/:token', load: () => import('./pages/reset/reset-page.tsx') },
  { path: '/no-workspace', load: () => import('./pages/no-workspace/no-workspace-page.tsx') },
];

/** Of a workspace, below /w/:workspaceId. */
export const workspaceRoutes: readonly Route[] = [
  { path: '/settings/:section?', load: () => import('./pages/settings/settings-page.tsx') },
];

/** Of a website, below /w/:workspaceId/:websiteId. */
export const websiteRoutes: readonly Route[] = [
  { path: '/', load: () => import('./pages/overview/overview-page.tsx') },
  { path: '/realtime', load: () => import('./pages/realtime/realtime-page.tsx') },
  { path: '/visitors', load: () => import('./pages/visitors/visitors-page.tsx') },
  { path: '/visitors/:visitorId', load: () => import('./pages/visitors/profile-page.tsx') },
  { path: '/sessions', load: () => import('./pages/sessions/sessions-page.tsx') },
  { path: '/funnels', load: () => import('./pages/funnels/funnels-page.tsx') },
  { path: '/retention', load: () => import('./pages/retention/retention-page.tsx') },
  { path: '/revenue', load: () => import('./pages/attribution/attribution-page.tsx') },
  { path: '/events', load: () => import('./pages/events/events-page.tsx') },
  { path: '/ai', load: () => import('./pages/ai/ai-page.tsx') },
  { path: '/health', load: () => import('./pages/health/health-page.tsx') },
];

/** What a share link calls the page of a path: `/visitors/:visitorId` is of visitors. */
export const pageNameOf = (path: string): SharePage => (path.split('/')[1] || 'overview') as SharePage;

const loaded = new Map<Route, ComponentType>();

export const findLoaded = (route: Route): ComponentType | undefined => loaded.get(route);

export async function loadPage(route: Route): Promise<{ default: ComponentType }> {
  return keep(route, await loadCode(route.load));
}

function keep(route: Route, page: { default: ComponentType }) {
  loaded.set(route, page.default);
  return page;
}

/** Fetches the code of a page while the server still says who is signed in, or what a link shows. */
export async function preloadPage(pathname: string): Promise<void> {
  // A link stands for the workspace and the website in one.
  const [, w, , place, page = ''] = pathname.replace('/share/', '/w/share/').split('/');
  const routes = w !== 'w' ? publicRoutes : place === 'settings' ? workspaceRoutes : websiteRoutes;
  const wanted = w !== 'w' ? `/${w}` : place === 'settings' ? '/settings' : `/${page}`;
  const route = routes.find(({ path }) => path === wanted || path.startsWith(`${wanted}/`));
  // Where nobody knows yet where it leads, it is the overview most of the time.
  const likely = route ?? websiteRoutes[0];
  // Without waiting for a server that is away: whoever draws the page does that, and says so.
  if (likely) keep(likely, await likely.load());
}
