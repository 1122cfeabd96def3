/** The tables of the embedded engine: records as they were accepted, and what is derived from them. */
import { factNames } from '../tables.ts';
import { linkColumns, linkedFacts } from './previous-visits.ts';

export const schemaVersion = 5;

const facts = factNames.map((fact) => `${fact} VARCHAR NOT NULL`).join(', ');

const place = `
  workspace_id VARCHAR NOT NULL,
  website_id VARCHAR NOT NULL,
  ts TIMESTAMP NOT NULL,
  seq BIGINT NOT NULL`;

const ofVisitor = `${place},
  visitor_id VARCHAR NOT NULL,
  visitor_hash UBIGINT NOT NULL`;

/** The default is the least trust, for rows of releases that did not know it. */
const trustColumn = 'trust TINYINT DEFAULT 0';

const recordTables = [
  `CREATE TABLE hits (${ofVisitor},
    type VARCHAR NOT NULL,
    session_id VARCHAR NOT NULL,
    session_hash UBIGINT NOT NULL,
    path VARCHAR NOT NULL,
    view BIGINT NOT NULL,
    visible_ms BIGINT NOT NULL,
    ${facts})`,
  `CREATE TABLE conversions (${ofVisitor},
    session_id VARCHAR NOT NULL,
    session_hash UBIGINT NOT NULL,
    name VARCHAR NOT NULL,
    details VARCHAR NOT NULL,
    texts MAP(VARCHAR, VARCHAR) NOT NULL,
    is_automatic BOOLEAN NOT NULL)`,
  `CREATE TABLE payments (${ofVisitor},
    transaction_id VARCHAR NOT NULL,
    amount DECIMAL(38, 6) NOT NULL,
    currency VARCHAR NOT NULL,
    kind VARCHAR NOT NULL)`,
  `CREATE TABLE identities (${ofVisitor}, external_hash VARCHAR NOT NULL, traits VARCHAR NOT NULL, ${trustColumn})`,
  `CREATE TABLE crawls (${place}, operator VARCHAR NOT NULL, purpose VARCHAR NOT NULL, path VARCHAR NOT NULL)`,
  `CREATE TABLE drops (${place}, reason VARCHAR NOT NULL, host VARCHAR NOT NULL, hits BIGINT NOT NULL)`,
];

const ofWebsite = 'workspace_id VARCHAR NOT NULL, website_id VARCHAR NOT NULL';

const sites = `CREATE TABLE sites (${ofWebsite}, site INTEGER NOT NULL)`;

const bySite = `site INTEGER NOT NULL, ${ofWebsite}`;

const visitsTable = `CREATE TABLE visits (${bySite},
    session_hash UBIGINT NOT NULL,
    visitor_hash UBIGINT NOT NULL,
    slot INTEGER NOT NULL,
    pageviews INTEGER NOT NULL,
    customs INTEGER NOT NULL,
    began TINYINT NOT NULL,
    bounced TINYINT NOT NULL,
    duration_ms BIGINT NOT NULL,
    began_at TIMESTAMP NOT NULL,
    began_seq BIGINT NOT NULL,
    session_pageviews INTEGER NOT NULL,
    session_customs INTEGER NOT NULL,
    entry_path VARCHAR NOT NULL,
    exit_path VARCHAR NOT NULL,
    ${facts},
    ${linkColumns.map((column) => `${column} INTEGER NOT NULL`).join(', ')})`;

/** What definitions/ says, updated in the transaction of every batch; `rebuild` derives all of it again. */
export const derivedTables: readonly string[] = [
  visitsTable,
  `CREATE TABLE pages (${bySite},
    session_hash UBIGINT NOT NULL,
    slot INTEGER NOT NULL,
    path VARCHAR NOT NULL,
    views INTEGER NOT NULL,
    bounced TINYINT NOT NULL,
    timed_views INTEGER NOT NULL,
    spent_ms BIGINT NOT NULL,
    previous INTEGER NOT NULL)`,
  // Pages of all sessions, added up by day.
  `CREATE TABLE page_days (${bySite},
    day INTEGER NOT NULL,
    path VARCHAR NOT NULL,
    previous INTEGER NOT NULL,
    views BIGINT NOT NULL,
    sessions BIGINT NOT NULL,
    bounced BIGINT NOT NULL,
    timed_views BIGINT NOT NULL,
    spent_ms BIGINT NOT NULL)`,
  `CREATE TABLE credits (${bySite},
    visitor_hash UBIGINT NOT NULL,
    ts TIMESTAMP NOT NULL,
    slot INTEGER NOT NULL,
    seq BIGINT NOT NULL,
    conversions TINYINT NOT NULL,
    revenue DECIMAL(38, 6) NOT NULL,
    class VARCHAR NOT NULL,
    session_hash UBIGINT NOT NULL,
    ${facts})`,
  // Sessions with leaves or automatic events before their first hit, or without any hit so far: their visits do not
  // tell where all records lie.
  `CREATE TABLE early_leaves (${ofWebsite}, session_hash UBIGINT NOT NULL, first_at TIMESTAMP NOT NULL, last_at TIMESTAMP NOT NULL)`,
];

export const derivedTableNames = ['visits', 'pages', 'page_days', 'credits', 'early_leaves'] as const;

/** The columns of each table, by its name. */
export const columnsOf: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  [...recordTables, ...derivedTables].map(readColumns),
);

function readColumns(statement: string): [table: string, columns: string[]] {
  const [, table = ''] = statement.match(/^CREATE TABLE (\w+)/) ?? [];
  // A type is written in capitals.
  const columns = [...statement.matchAll(/[(,]\s*([a-z_]+) [A-Z]/g)].map(([, name = '']) => name);
  return [table, columns];
}

const slotsOfFacts = linkedFacts.map((fact) => `previous_${fact}`);

/** The statements that upgrade a file to each version from the one before. */
export const schemaUpgrades: Readonly<Record<number, readonly string[]>> = {
  2: ['ALTER TABLE conversions ADD COLUMN is_automatic BOOLEAN DEFAULT false'],
  3: [
    sites,
    `INSERT INTO sites SELECT workspace_id, website_id, row_number() OVER () FROM (
      SELECT workspace_id, website_id FROM hits
      UNION SELECT workspace_id, website_id FROM conversions
      UNION SELECT workspace_id, website_id FROM payments)`,
    ...['visits', 'pages', 'page_days', 'credits'].flatMap((table) => [
      `ALTER TABLE ${table} ADD COLUMN site INTEGER`,
      `UPDATE ${table} SET site = sites.site FROM sites
       WHERE ${table}.workspace_id = sites.workspace_id AND ${table}.website_id = sites.website_id`,
    ]),
  ],
  4: [`ALTER TABLE identities ADD COLUMN ${trustColumn}`],
  // A table written anew needs less memory than an update of all rows.
  5: [
    'ALTER TABLE visits RENAME TO visits_with_slots',
    visitsTable,
    `INSERT INTO visits BY NAME
     SELECT * EXCLUDE (${slotsOfFacts.join(', ')}),
       ${linkedFacts.map((fact) => `previous - previous_${fact} AS earlier_${fact}`).join(', ')}
     FROM visits_with_slots`,
    'DROP TABLE visits_with_slots',
  ],
};

export const schemaStatements: readonly string[] = [
  'CREATE TABLE schema_version (version INTEGER NOT NULL)',
  `INSERT INTO schema_version VALUES (${schemaVersion})`,
  'CREATE TABLE batches (source VARCHAR NOT NULL, name VARCHAR NOT NULL)',
  sites,
  ...recordTables,
  ...derivedTables,
];
