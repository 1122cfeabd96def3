import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { columnsOf, schemaStatements } from './schema.ts';

test('the columns of a table are those that the engine finds in its statement', async () => {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  for (const statement of schemaStatements) await connection.run(statement);
  for (const [table, columns] of Object.entries(columnsOf)) {
    const described = await connection.runAndReadAll(`DESCRIBE ${table}`);
    expect(described.getRowObjectsJson().map(({ column_name }) => column_name)).toEqual(columns);
  }
  instance.closeSync();
});
