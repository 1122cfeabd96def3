import { expect, test } from 'vitest';
import { requireEngineLibrary } from './engine-library.ts';

test('finds the library of an installed package', () => {
  expect(requireEngineLibrary()).toMatch(/libchdb\.(so|dylib)$/);
});

test('an unsupported platform is told where the engine runs and what else to do', () => {
  expect(() => requireEngineLibrary({ platform: 'win32-x64' })).toThrow(
    'The embedded analytics engine does not run on win32-x64, only on Linux with glibc and on macOS ' +
      '(x64 and arm64): set CLICKHOUSE_URL to a ClickHouse server instead.',
  );
});

test('a missing library is told how to install it', () => {
  const findLibrary = () => {
    throw new Error('nowhere');
  };
  expect(() => requireEngineLibrary({ platform: 'linux-x64', findLibrary })).toThrow(
    "The embedded analytics engine's library for linux-x64 is not installed. `npm ci` brings it as " +
      '@chdb/lib-linux-x64-gnu, unless it runs with --omit=optional, on a Linux without glibc, or from a ' +
      'registry that does not have it: change that, or set CLICKHOUSE_URL to a ClickHouse server.',
  );
});
