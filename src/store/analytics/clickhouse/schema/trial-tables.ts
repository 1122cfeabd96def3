/**
 * Tables that keep nothing, with the columns of the record tables: what they take, those take too. A later step that
 * changes the columns of a record table makes its trial table anew.
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

/** Its table has got other columns. */
export function remakeTrialTable(table: TableName): Change {
  return (layout, isNew) => [
    `DROP TABLE IF EXISTS ${trialName(table)} SYNC`,
    ...createTrialTable(table)(layout, isNew),
  ];
}
