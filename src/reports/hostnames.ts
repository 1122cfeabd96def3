import { endsWith } from '../store/analytics/dialect.ts';
import { and, bind, type Sql, sql } from '../store/analytics/sql.ts';
import { tailColumns } from './columns.ts';
import { defineReport } from './define-report.ts';
import { buildTailReport } from './rows/tail.ts';

export const hostnames = defineReport({
  name: 'hostnames',
  path: '/pixel/analytics/hostnames',
  title: 'Referring hosts',
  summary:
    "Referring hosts, all subdomains of a host counted as that host; the workspace's own are left out.",
  dates: 'days',
  takesFilters: false,
  defaultLimit: 100,
  parameters: {},
  columns: [
    {
      name: 'hostname',
      kind: 'text',
      example: 'example.org',
      description: 'Registrable domain of the referring host.',
    },
    ...tailColumns,
  ],
  sql: (scope) =>
    buildTailReport(scope, {
      dimensions: { hostname: { value: sql`referrer_domain` } },
      where: and(sql`referrer_domain != ''`, ...scope.ownDomains.map(buildForeign)),
    }),
});

/**
 * Own domains are left out when a record is accepted; this leaves out domains that were added later. Referring hosts
 * are stored without www., so the own domain is compared without it too.
 */
function buildForeign(ownDomain: string): Sql {
  const own = ownDomain.replace(/^www\./, '');
  const host = sql`referrer_host`;
  return sql`NOT (${host} = ${bind.text(own)} OR ${endsWith(host, bind.text(`.${own}`))})`;
}
