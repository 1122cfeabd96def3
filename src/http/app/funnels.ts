import * as z from 'zod';
import { createFunnel } from '../../funnels/create-funnel.ts';
import { deleteFunnel } from '../../funnels/delete-funnel.ts';
import { funnelName, funnelStep } from '../../funnels/funnel.ts';
import { listFunnels } from '../../funnels/list-funnels.ts';
import { updateFunnel } from '../../funnels/update-funnel.ts';
import { parseStep } from '../../reports/question/funnel-steps.ts';
import type { AppParts } from './app-parts.ts';
import { type AnyRoute, defineRoute } from './define-route.ts';

const steps = z
  .array(funnelStep)
  .min(2)
  .max(10)
  .superRefine((given, context) => {
    for (const [index, step] of given.entries()) {
      if (!isStep(step)) {
        context.addIssue({ code: 'custom', path: [index], message: 'A step is page:/path or goal:name' });
      }
    }
  });
const windowHours = z.int().min(1).max(8760);

function isStep(text: string): boolean {
  try {
    parseStep(text);
    return true;
  } catch {
    return false;
  }
}

export function buildFunnelRoutes({ control, clock }: AppParts): AnyRoute[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/funnels',
      access: 'viewer',
      handle: ({ workspace }) => listFunnels(control, workspace.id),
    }),
    defineRoute({
      method: 'POST',
      path: '/funnels',
      access: 'member',
      status: 201,
      body: z.object({
        websiteId: z.string().max(255),
        name: funnelName,
        steps,
        windowHours: windowHours.default(168),
      }),
      handle: ({ workspace, body: { websiteId, ...input } }) =>
        createFunnel(control, workspace.id, { ...input, websiteUuid: websiteId }, clock()),
    }),
    defineRoute({
      method: 'PATCH',
      path: '/funnels/:id',
      access: 'member',
      body: z.object({
        name: funnelName.optional(),
        steps: steps.optional(),
        windowHours: windowHours.optional(),
      }),
      handle: ({ workspace, params, body }) => updateFunnel(control, workspace.id, params.id ?? '', body),
    }),
    defineRoute({
      method: 'DELETE',
      path: '/funnels/:id',
      access: 'member',
      handle: ({ workspace, params }) => deleteFunnel(control, workspace.id, params.id ?? ''),
    }),
  ];
}
