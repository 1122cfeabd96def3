/**
 * Null tables with the columns of the record tables: rows that they accept can be stored in those too. A step that
 * changes the columns of a record table must recreate its trial table.
 */
import type { TableName } from '../../tables.ts';
import type { Change } from './schema.ts';

const triedTables: readonly TableName[] = ['conversions', 'payments', 'identities', 'crawls', 'drops'];

export function trialName(table: TableName): string {
  return `trial_${table}`;
}

const createTrialTable =
  (table: TableName): Change =>
  () => [`CREATE TABLE IF NOT EXISTS ${trialName(table)} AS ${table} ENGINE = Null`];

export const trialTables: readonly Change[] = triedTables.map(createTrialTable);

/** For a table whose columns have changed. */
export function remakeTrialTable(table: TableName): Change {
  return (layout, isNew) => [
    `DROP TABLE IF EXISTS ${trialName(table)} SYNC`,
    ...createTrialTable(table)(layout, isNew),
  ];
}
