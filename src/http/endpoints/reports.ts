import * as z from 'zod';
import { ApiError, type ErrorCode } from '../../contract/errors.ts';
import { format, type Parameter } from '../../contract/parameters.ts';
import { findSingle, type RawQuery } from '../../contract/raw-query.ts';
import { catalogue, dashboardReports, listNamed } from '../../reports/catalogue.ts';
import { buildExampleRow, buildMeta, buildRowSchema, type Column } from '../../reports/columns.ts';
import type { NamedReport, Report } from '../../reports/define-report.ts';
import { pages } from '../../reports/pages.ts';
import { apiFilterTargets, filterOperators } from '../../reports/question/filters.ts';
import type { ReportResult, ReportRunner } from '../../reports/run-report.ts';
import {
  type AnyEndpoint,
  defineEndpoint,
  type EndpointParameter,
  type TableAnswer,
} from '../define-endpoint.ts';
import { buildLimitParameter } from '../page-parameters.ts';

const day = z.iso.date();

const websiteParameter: EndpointParameter = {
  in: 'query',
  required: true,
  schema: z.string().meta({ description: 'Public ID of the website.', example: 'ff_pUb1icWebsiteId' }),
};

const filterParameters: Record<string, EndpointParameter> = Object.fromEntries(
  Object.entries(apiFilterTargets).map(([name, { description }]) => [
    name,
    {
      in: 'query',
      schema: z.string().meta({
        description: `${description}. Up to 20 values separated by commas, behind one of ${filterOperators
          .map((operator) => `\`${operator}:\``)
          .join(' ')}(\`is:\` when there is none).`,
      }),
    },
  ]),
);

const commonErrors: readonly ErrorCode[] = [
  'website_id_required',
  'invalid_website_id',
  'forbidden',
  'unsupported_filter',
  'invalid_limit',
  'upstream_unavailable',
  'analytics_error',
];

export function buildReportEndpoints(
  runner: ReportRunner,
  reports: readonly Report[] = catalogue,
): AnyEndpoint[] {
  const rest = reports.flatMap((report) =>
    report.path === null ? [] : [buildRestEndpoint(report, report.path, runner)],
  );
  return [...rest, buildMetricsEndpoint(listNamed(reports), runner)];
}

/** Reports that only the dashboard asks for: they are in no reference, and no key opens them. */
export function buildDashboardReportEndpoints(runner: ReportRunner): AnyEndpoint[] {
  return Object.entries(dashboardReports).map(([name, report]) =>
    buildRestEndpoint(report, `/pixel/analytics/${name}`, runner),
  );
}

/** What is only described, for the API reference, is built when that is read: it takes longer than all else here. */
function buildRestEndpoint(report: Report, path: string, runner: ReportRunner): AnyEndpoint {
  return defineEndpoint({
    method: 'GET',
    path,
    operationId: operationIdOf(path),
    tag: 'Reports',
    summary: report.title,
    description: report.summary,
    scope: 'pixel:read',
    get parameters() {
      return {
        website_id: websiteParameter,
        ...dateParametersOf(report),
        ...report.parameters,
        ...buildLimitParameter(report.defaultLimit),
        ...(report.takesFilters ? filterParameters : {}),
      };
    },
    answer: {
      kind: 'table',
      get schema() {
        return buildResultSchema(buildRowSchema(report.columns));
      },
      get example() {
        return buildExampleResult(report.columns);
      },
    },
    errors: [...commonErrors, ...ownErrorsOf(report)],
    handle: async ({ key, query, signal }) =>
      buildTable(report, path, query, await runner.runRest(report, key, query, { signal })),
  });
}

function buildMetricsEndpoint(reports: readonly NamedReport[], runner: ReportRunner): AnyEndpoint {
  const names = reports.map(({ name }) => name);
  return defineEndpoint({
    method: 'GET',
    path: '/pixel/metrics/:report',
    operationId: 'getMetricsReport',
    tag: 'Reports',
    summary: 'A report by name',
    description:
      'All websites of the workspace unless one is given; the last 30 days unless dates are given.',
    scope: 'pixel:read',
    get parameters() {
      return {
        report: { in: 'path' as const, schema: z.enum(names as [string]) },
        website_id: { ...websiteParameter, required: false },
        from: { in: 'query' as const, schema: day.meta({ description: 'First day.' }) },
        to: { in: 'query' as const, schema: day.meta({ description: 'Last day, included.' }) },
        ...buildOwnParameters(reports),
        limit: buildMetricsLimit(reports),
        ...filterParameters,
      };
    },
    answer: {
      kind: 'table',
      get schema() {
        return buildResultSchema(z.union(reports.map(buildNamedRowSchema)));
      },
      get example() {
        return buildExampleResult(pages.columns);
      },
    },
    errors: [
      'invalid_pipe',
      ...commonErrors.filter((code) => code !== 'website_id_required'),
      'invalid_from',
      'invalid_to',
      'invalid_filter',
      ...new Set(reports.flatMap((report) => Object.values(report.parameters)).flatMap(codesOf)),
    ],
    async handle({ key, query, signal }) {
      // A hyphen may stand for the underscore.
      const asked = findSingle(query, 'report', 'invalid_pipe')?.replaceAll('-', '_');
      const report = reports.find(({ name }) => name === asked);
      if (!report) throw new ApiError('invalid_pipe', { details: { supported: names } });
      return buildTable(report, report.path, query, await runner.runMetrics(report, key, query, { signal }));
    },
  });
}

/** The parameters that single reports have, each saying whose it is. */
function buildOwnParameters(reports: readonly NamedReport[]): Record<string, EndpointParameter> {
  const declared = reports.flatMap(({ name, parameters }) =>
    Object.entries(parameters).map(([parameter, { schema }]) => ({ parameter, schema, report: name })),
  );
  const names = [...new Set(declared.map(({ parameter }) => parameter))];
  return Object.fromEntries(
    names.map((name) => {
      const uses = declared.filter(({ parameter }) => parameter === name);
      const forms = [...new Set(uses.map(({ schema }) => schema))].map((schema) => {
        const users = uses.filter((use) => use.schema === schema).map(({ report }) => `\`${report}\``);
        const isCommon = users.length === reports.length;
        const readers = isCommon ? '' : ` Read by ${users.join(', ')}.`;
        return schema.meta({ ...schema.meta(), description: `${schema.description}${readers}` });
      });
      const description = forms.map((form) => form.description).join(' ');
      const [only, ...others] = forms;
      const schema = others.length === 0 ? only : z.union(forms).meta({ description });
      return [name, { in: 'query', schema: schema as z.ZodType }];
    }),
  );
}

function buildMetricsLimit(reports: readonly NamedReport[]): EndpointParameter {
  const others = reports
    .filter(({ defaultLimit }) => defaultLimit === undefined || defaultLimit > 100)
    .map(({ name, defaultLimit }) => `${defaultLimit ?? 'all'} of \`${name}\``);
  const { limit } = buildLimitParameter(undefined);
  const description = `${limit.schema.description} Unless given it is 100, but ${others.join(', ')}.`;
  return { ...limit, schema: limit.schema.meta({ description }) };
}

function buildNamedRowSchema({ name, columns, summary }: NamedReport): z.ZodType {
  return buildRowSchema(columns).meta({ title: name, description: summary });
}

function buildTable(report: Report, path: string | null, query: RawQuery, result: ReportResult): TableAnswer {
  const present = new Set(result.meta.map(({ name }) => name));
  return {
    name: fileNameOf(report.name, path),
    format: format.parse(query),
    columns: report.columns.map(({ name }) => name).filter((name) => present.has(name)),
    result,
  };
}

/** Its name; /pixel/analytics/timeseries/breakdown → timeseries_breakdown */
function fileNameOf(name: string | null, path: string | null): string {
  const words = (path ?? '').split('/').filter((word) => word !== 'pixel' && word !== 'analytics');
  return (
    name ??
    words
      .filter((word) => /^[a-z]/.test(word))
      .join('_')
      .replaceAll('-', '_')
  );
}

function buildResultSchema(row: z.ZodType) {
  return z.object({
    data: z.array(row),
    meta: z.array(z.object({ name: z.string(), type: z.string() })),
    rows: z.int(),
    statistics: z
      .object({
        elapsed: z.number().nullable().meta({ description: 'Seconds.' }),
        rows_read: z.number().nullable(),
        bytes_read: z.number().nullable(),
      })
      .nullable()
      .meta({ description: 'Query timing, as the engine reports it; null is what it does not report.' }),
    data_status: z.enum(['ok', 'delayed']).meta({
      description: 'delayed while records accepted more than 10 seconds ago are not yet in reports.',
    }),
  });
}

function buildExampleResult(columns: readonly Column[]) {
  const row = buildExampleRow(columns);
  return {
    data: [row],
    meta: buildMeta(columns).filter(({ name }) => name in row),
    rows: 1,
    statistics: { elapsed: 0.0042, rows_read: 1280, bytes_read: 40960 },
    data_status: 'ok',
  };
}

function dateParametersOf(report: Report): Record<string, EndpointParameter> {
  const from = day.meta({ description: 'First day, YYYY-MM-DD.', example: '2026-03-01' });
  const to = day.meta({ description: 'Last day, included.', example: '2026-03-31' });
  switch (report.dates) {
    case 'none':
      return {};
    case 'since':
      return { from_date: { in: 'query', schema: from } };
    case 'lookback':
      return { from_date: { in: 'query', schema: from }, to_date: { in: 'query', schema: to } };
    case 'days':
      return {
        from_date: { in: 'query', schema: from, required: true },
        to_date: { in: 'query', schema: to, required: true },
      };
  }
}

function ownErrorsOf(report: Report): ErrorCode[] {
  const from: ErrorCode[] = report.dates === 'none' ? [] : ['invalid_from_date'];
  const to: ErrorCode[] = report.dates === 'none' || report.dates === 'since' ? [] : ['invalid_to_date'];
  const required: ErrorCode[] = report.dates === 'days' ? ['from_date_and_to_date_required'] : [];
  const filters: ErrorCode[] = report.takesFilters ? ['invalid_filter'] : [];
  return [...required, ...from, ...to, ...filters, ...Object.values(report.parameters).flatMap(codesOf)];
}

function codesOf({ code, missingCode }: Parameter<unknown>): ErrorCode[] {
  return missingCode === undefined ? [code] : [missingCode, code];
}

/** /pixel/analytics/timeseries/breakdown → getTimeseriesBreakdown */
function operationIdOf(path: string): string {
  const words = path
    .replace('/pixel/', '')
    .replace('analytics/', '')
    .split(/[/:_-]+/);
  return `get${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}`;
}
