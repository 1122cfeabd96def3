import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TestModule } from 'vitest/node';
import { buildClosingLines } from './closing-line.ts';
import { root } from './root.ts';

function module(name: string, duration: number, states: readonly string[] = ['passed']): TestModule {
  const tests = states.map((state) => ({
    fullName: `is ${state}`,
    result: () => ({ state: state === 'flaky' ? 'passed' : state }),
    diagnostic: () => ({ flaky: state === 'flaky' }),
  }));
  return {
    moduleId: name,
    project: { name: 'unit' },
    diagnostic: () => ({ collectDuration: 0, setupDuration: 0, duration }),
    children: { allTests: () => tests },
  } as unknown as TestModule;
}

describe('the last lines of a run', () => {
  it('say which suites were not run, why and how to get them, and end with the counts', () => {
    const leftOut = [{ suites: 'the dashboard', why: 'there is no browser', remedy: 'install one' }];
    const modules = [module('one', 5, ['passed', 'skipped']), module('two', 7, ['failed', 'passed'])];
    expect(buildClosingLines(modules, leftOut)).toEqual([
      'Not run: the dashboard, because there is no browser. To run them: install one.',
      '2 passed, 1 failed, 1 skipped',
    ]);
  });

  it('name the tests that passed on their second try, which count', () => {
    expect(buildClosingLines([module(join(root, 'one.test.ts'), 5, ['passed', 'flaky'])], [])).toEqual([
      'Passed on its second try: one.test.ts, is flaky',
      '2 passed, 0 failed, 0 skipped',
    ]);
  });

  it('name the slowest ten of many files, the slowest first', () => {
    const modules = Array.from({ length: 12 }, (_, n) => module(`${n}.test.ts`, n * 1000));
    const lines = buildClosingLines(modules, []);
    expect(lines[0]).toBe('The slowest 10 files:');
    expect(lines.slice(1, 11).map((line) => line.trim().split(/\s+/)[0])).toEqual([
      '11.0',
      '10.0',
      '9.0',
      '8.0',
      '7.0',
      '6.0',
      '5.0',
      '4.0',
      '3.0',
      '2.0',
    ]);
    expect(lines.at(-1)).toBe('12 passed, 0 failed, 0 skipped');
  });
});
