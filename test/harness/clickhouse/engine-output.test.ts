import { once } from 'node:events';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { Log } from '../../../src/contract/log.ts';
import { followEngineOutput } from './engine-output.ts';

async function follow(lines: string[]): Promise<{ logged: string[]; lastWords: string }> {
  const logged: string[] = [];
  const write = (level: string) => (fields: object, message: string) => {
    logged.push(`${level} ${message} ${JSON.stringify(fields)}`);
  };
  const log: Log = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
  const stream = Readable.from([lines.map((line) => `${line}\n`).join('')]);
  const output = followEngineOutput(stream, log);
  await once(stream, 'close');
  return { logged, lastWords: output.lastWords() };
}

const at = '2026.01.02 03:04:05.678901 [ 42 ] {}';

test('passes warnings and errors on without their stack', async () => {
  const { logged, lastWords } = await follow([
    `${at} <Warning> MergeTree: slow disk`,
    `${at} <Error> Disk: Code: 1. broken, Stack trace (when copying this message, always include the lines below):`,
    '',
    '0. ? @ 0x000000001c8fa4b3',
    ' (version 26.7.2.1)',
  ]);
  expect(logged).toEqual([
    'warn engine: slow disk {"engineLogger":"MergeTree"}',
    'error engine: Code: 1. broken {"engineLogger":"Disk"}',
  ]);
  expect(lastWords).toBe('');
});

test('keeps out of the log what quotes queries and their values', async () => {
  const { logged, lastWords } = await follow([
    `${at} <Error> executeQuery: Code: 27. Cannot parse: person@example.org`,
    'row 1: person@example.org',
  ]);
  expect(logged).toEqual([]);
  expect(lastWords).toBe('');
});

test('keeps what the engine says as it gives up', async () => {
  const { lastWords } = await follow([
    `${at} <Warning> Context: starting`,
    'Code: 76. DB::Exception: Cannot lock file status. (CANNOT_OPEN_FILE)',
    '0. ? @ 0x000000001c8fa4b3',
  ]);
  expect(lastWords).toBe('Code: 76. DB::Exception: Cannot lock file status. (CANNOT_OPEN_FILE)');
});

test('cuts what is endless', async () => {
  const { lastWords } = await follow(['x'.repeat(10_000)]);
  expect(lastWords).toBe(`${'x'.repeat(500)}…`);
});
