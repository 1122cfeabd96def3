import * as z from 'zod';
import { createGoal } from '../../automation/create-goal.ts';
import { goalFields } from '../../automation/goal.ts';
import { listOwnGoals } from '../../automation/list-goals.ts';
import { updateGoal } from '../../automation/update-goal.ts';
import type { AppParts } from './app-parts.ts';
import { type AnyRoute, defineRoute } from './define-route.ts';

export function buildGoalRoutes({ control, clock }: AppParts): AnyRoute[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/goals',
      access: 'viewer',
      handle: ({ workspace }) => listOwnGoals(control, workspace.id),
    }),
    defineRoute({
      method: 'POST',
      path: '/goals',
      access: 'member',
      status: 201,
      body: z.object({ websiteId: z.string().max(255), ...goalFields }),
      handle: ({ workspace, body: { websiteId, ...goal } }) =>
        createGoal(control, workspace.id, { ...goal, websiteUuid: websiteId }, clock),
    }),
    defineRoute({
      method: 'PATCH',
      path: '/goals/:id',
      access: 'member',
      body: z.object({
        name: goalFields.name.optional(),
        type: goalFields.type.optional(),
        match: goalFields.match.optional(),
        archived: z.boolean().optional(),
      }),
      handle: ({ workspace, params, body }) =>
        updateGoal(control, workspace.id, params.id ?? '', body, clock()),
    }),
  ];
}
