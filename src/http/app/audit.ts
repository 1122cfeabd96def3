import { listAllAudit, listAudit } from '../../audit/list-audit.ts';
import { buildCsvHead, buildCsvLine } from '../csv.ts';
import { parsePage } from '../page-parameters.ts';
import type { AppParts } from './app-parts.ts';
import { type AnyRoute, defineRoute } from './define-route.ts';

const columns = ['at', 'actorKind', 'actor', 'network', 'action', 'subject'] as const;

/** Who did what in the workspace. */
export function buildAuditRoutes({ control }: AppParts): AnyRoute[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/audit',
      access: 'owner',
      handle: ({ workspace, query }) => listAudit(control, workspace.id, parsePage(query)),
    }),
    defineRoute({
      method: 'GET',
      path: '/audit.csv',
      access: 'owner',
      async handle({ workspace, reply }) {
        const entries = await listAllAudit(control, workspace.id);
        reply.type('text/csv; charset=utf-8');
        reply.header('content-disposition', 'attachment; filename="audit.csv"');
        return buildCsvHead(columns) + entries.map((entry) => buildCsvLine(columns, entry)).join('');
      },
    }),
  ];
}
