/** Pages whose code comes when they are opened. */
import { type ComponentType, lazy, useState } from 'react';
import { findLoaded, loadPage, type Route } from './routes.ts';

export type DrawnPage = { path: string; route: Route; Later: ComponentType };

export const drawPages = (routes: readonly Route[]): DrawnPage[] =>
  routes.map((route) => ({ path: route.path, route, Later: lazy(() => loadPage(route)) }));

/** Code that is there already is drawn at once: React holds back what it first had to show a stand-in for. */
export function PageOf({ route, Later }: Omit<DrawnPage, 'path'>) {
  const [Chosen] = useState(() => findLoaded(route) ?? Later);
  return <Chosen />;
}

/** A quiet moment, read aloud: the shell and its skeletons follow within it. */
export function Suspended() {
  return <div role="status" aria-label="Loading" className="app-loading" />;
}
