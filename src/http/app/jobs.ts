import { listJobs } from '../../jobs/list-jobs.ts';
import type { AppParts } from './app-parts.ts';
import { type AnyRoute, defineRoute } from './define-route.ts';

/**
 * Jobs belong to the whole installation; failures of a workspace's own alerts and reports are shown in its settings.
 */
export function buildJobRoutes({ control, clock }: AppParts): AnyRoute[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/jobs',
      access: 'owner',
      handle: () => listJobs(control, clock()),
    }),
  ];
}
