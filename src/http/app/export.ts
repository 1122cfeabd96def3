import { ApiError } from '../../contract/errors.ts';
import { findSingle } from '../../contract/raw-query.ts';
import { type ExportFormat, type ExportTable, exportTables } from '../../reports/export-records.ts';
import type { AppParts } from './app-parts.ts';
import { type AnyRoute, defineRoute } from './define-route.ts';

const mediaTypes: Record<ExportFormat, string> = {
  ndjson: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
};

/** All records of a website as a file. */
export function buildExportRoutes({ recordExport }: AppParts): AnyRoute[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/export',
      access: 'member',
      async handle({ workspace, query, request, reply }) {
        const websiteId = findSingle(query, 'website_id', 'invalid_website_id');
        if (websiteId === undefined) throw new ApiError('website_id_required');
        const table = parseTable(findSingle(query, 'table', 'invalid_table') ?? 'pageviews');
        const format = parseFormat(findSingle(query, 'format', 'invalid_export_format') ?? 'ndjson');
        const reader = { workspaceId: workspace.id, retentionDays: workspace.retentionDays };
        const choice = { websiteId, table, format };
        const rows = await recordExport.open(reader, choice, request.signal);
        reply.type(mediaTypes[format]);
        reply.header('content-disposition', `attachment; filename="${table}.${format}"`);
        return rows;
      },
    }),
  ];
}

function parseTable(text: string): ExportTable {
  const table = exportTables.find((each) => each === text);
  if (table === undefined) throw new ApiError('invalid_table', { details: { supported: exportTables } });
  return table;
}

function parseFormat(text: string): ExportFormat {
  if (text !== 'ndjson' && text !== 'csv') throw new ApiError('invalid_export_format');
  return text;
}
