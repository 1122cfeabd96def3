import type { AppParts } from './app-parts.ts';
import type { AnyRoute } from './define-route.ts';
import { buildSetUpRoutes } from './set-up.ts';
import { buildSignInRoutes } from './sign-in.ts';
import { buildStateRoutes } from './state.ts';

/** Every route of the dashboard but the endpoints of the API. */
export function buildAppRoutes(parts: AppParts): AnyRoute[] {
  return [...buildStateRoutes(parts), ...buildSetUpRoutes(parts), ...buildSignInRoutes(parts)];
}
