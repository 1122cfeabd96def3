'use strict';
// The process that becomes the ClickHouse server. CommonJS and free of our own imports, because it runs as it
// stands, also beside a bundled program. Started by start-engine.ts alone:
//   node engine-child.cjs LIBRARY "LISTENERS" ENGINE-ARGUMENT…
const { load, open, DataType } = require('ffi-rs');

const [libraryPath, listeners, ...engineArguments] = process.argv.slice(2);
process.title = 'footfall-engine';
open({ library: 'chdb', path: libraryPath });

function call(funcName, retType, paramsType, paramsValue) {
  return load({ library: 'chdb', funcName, retType, paramsType, paramsValue });
}

// The last query reads standard input to its end, which is how the parent stops the engine, and how the engine
// notices that the parent is gone.
const statements = [
  ...listeners.split(',').map((listener) => `SYSTEM START LISTEN ${listener}`),
  "SELECT count() FROM file('-', 'LineAsString', 'line String') FORMAT Null",
];
const argv = ['clickhouse', ...engineArguments, `--query=${statements.join('; ')}`];

// Blocks this thread for as long as the engine lives.
const result = call(
  'chdb_query_cmdline',
  DataType.External,
  [DataType.I32, DataType.StringArray],
  [argv.length, argv],
);
// Reading a null pointer as a string would crash, so its address is asked for first.
if (call('chdb_result_error', DataType.BigInt, [DataType.External], [result])) {
  process.stderr.write(`${call('chdb_result_error', DataType.String, [DataType.External], [result])}\n`);
  process.exitCode = 1;
}
