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

export const trialTables: readonly Change[] = triedTables.map((table) => () => [
  `CREATE TABLE IF NOT EXISTS ${trialName(table)} AS ${table} ENGINE = Null`,
]);
