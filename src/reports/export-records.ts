import type { Readable } from 'node:stream';
import type { Clock } from '../contract/clock.ts';
import { ApiError } from '../contract/errors.ts';
import { type Analytics, EngineUnavailable, type StreamFormat } from '../store/analytics/open-analytics.ts';
import { identifier, joinSql, type Sql, sql } from '../store/analytics/sql.ts';
import { factNames } from '../store/analytics/tables.ts';
import { buildAllTime } from './question/date-range.ts';
import { everyDayOpen } from './rows/open-days.ts';
import { buildScope, type Scope } from './rows/scope.ts';
import type { Reader, WebsiteDirectory } from './run-report.ts';

/** The records of one website as they are kept, row by row, in no order. */
export type RecordExport = {
  open(reader: Reader, choice: ExportChoice, signal: AbortSignal): Promise<Readable>;
};

export type ExportChoice = { websiteId: string; table: ExportTable; format: StreamFormat };

type Source = { rows(scope: Scope): Sql; plain: readonly string[]; texts: readonly string[] };

const sources = {
  pageviews: {
    rows: ({ hits, within }) => sql`${hits} WHERE type = 'pageview' AND ${within}`,
    plain: ['ts'],
    texts: ['visitor_id', 'session_id', 'path', ...factNames],
  },
  /** Custom events. */
  events: {
    rows: ({ conversions, within }) => sql`${conversions} WHERE session_id != '' AND ${within}`,
    plain: ['ts'],
    texts: ['visitor_id', 'session_id', 'name', 'details'],
  },
  /** Goals that were sent as such. */
  conversions: {
    rows: ({ conversions, within }) => sql`${conversions} WHERE session_id = '' AND ${within}`,
    plain: ['ts'],
    texts: ['visitor_id', 'name', 'details'],
  },
  payments: {
    rows: ({ payments, within }) => sql`${payments} WHERE ${within}`,
    plain: ['ts', 'amount', 'kind'],
    texts: ['visitor_id', 'transaction_id', 'currency'],
  },
  identities: {
    rows: ({ identities, within }) => sql`${identities} WHERE ${within}`,
    plain: ['ts'],
    texts: ['visitor_id', 'external_hash', 'traits'],
  },
} as const satisfies Record<string, Source>;

export type ExportTable = keyof typeof sources;

export const exportTables = Object.keys(sources) as ExportTable[];

export function createRecordExport(
  analytics: Analytics,
  websites: WebsiteDirectory,
  clock: Clock,
): RecordExport {
  return {
    async open(reader, { websiteId, table, format }, signal) {
      if (!(await websites.has(reader.workspaceId, websiteId))) throw new ApiError('forbidden');
      const now = clock();
      const scope = buildScope({
        workspaceId: reader.workspaceId,
        websiteIds: [websiteId],
        range: buildAllTime(undefined, { now, retentionDays: reader.retentionDays }),
        openDays: everyDayOpen,
        filters: [],
        ownDomains: [],
        now,
        oldestPendingAt: undefined,
        limit: Number.MAX_SAFE_INTEGER,
      });
      try {
        return await analytics.stream(buildStatement(sources[table], scope, format), format, signal);
      } catch (cause) {
        const code = cause instanceof EngineUnavailable ? 'upstream_unavailable' : 'analytics_error';
        throw new ApiError(code, { cause });
      }
    },
  };
}

function buildStatement({ rows, plain, texts }: Source, scope: Scope, format: StreamFormat): Sql {
  const columns = [
    ...plain.map((name) => identifier(name)),
    ...texts.map((name) => (format === 'csv' ? buildCell(identifier(name)) : identifier(name))),
  ];
  return sql`SELECT ${joinSql(columns, sql`, `)} FROM ${rows(scope)}`;
}

/** A spreadsheet would run a text that begins so. */
function buildCell(name: Sql): Sql {
  return sql`if(match(toString(${name}), '^[=+@\\t\\r-]'), concat('\\'', toString(${name})), toString(${name})) AS ${name}`;
}
