import { listJobs } from '../../jobs/list-jobs.ts';
import type { AppParts } from './app-parts.ts';
import { type AnyRoute, defineRoute } from './define-route.ts';

/** They are of the whole installation; what fails of a workspace's own is told where that is configured. */
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
