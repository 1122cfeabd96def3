import { bind, sql } from '../store/analytics/sql.ts';
import { tailColumns } from './columns.ts';
import { defineReport } from './define-report.ts';
import { dimensions } from './rows/dimensions.ts';
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
  drawing: 'table',
  columns: [
    {
      name: 'hostname',
      kind: 'text',
      example: 'example.org',
      description: 'Registrable domain of the referring host.',
    },
    ...tailColumns,
  ],
  sql(scope) {
    // Own domains are no source when a record is accepted; a domain added later is left out here.
    // Referring hosts are kept without www., so an own domain is looked for without it too.
    const own = bind.strings(scope.ownDomains.map((domain) => domain.replace(/^www\./, '')));
    const isOwn = sql`arrayExists(own -> referrer_host = own OR endsWith(referrer_host, concat('.', own)), ${own})`;
    return buildTailReport(scope, {
      dimension: dimensions.referrerDomain,
      looksAt: ['referrer_host'],
      select: sql`dimension AS hostname`,
      where: sql`referrer_domain != '' AND NOT ${isOwn}`,
    });
  },
});
