import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import type { LeftOut } from './capabilities.ts';
import { root } from './root.ts';

const slowestCount = 10;

/** Ends a run with its slowest files, with what was not run, and with one plain line that says how it went. */
export default class ClosingLine implements Reporter {
  readonly #leftOut: readonly LeftOut[];

  constructor(leftOut: readonly LeftOut[]) {
    this.#leftOut = leftOut;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines = buildClosingLines(modules, this.#leftOut);
    // The summary of the default reporter is written in the same turn: these lines come after it.
    setImmediate(() => process.stdout.write(`\n${lines.join('\n')}\n`));
  }
}

export function buildClosingLines(modules: readonly TestModule[], leftOut: readonly LeftOut[]): string[] {
  return [
    ...describeSlowest(modules),
    ...describeRetried(modules),
    ...leftOut.map(describeLeftOut),
    countTests(modules),
  ];
}

/** Of a few files the default reporter says it already. */
function describeSlowest(modules: readonly TestModule[]): string[] {
  if (modules.length <= slowestCount) return [];
  const timed = modules.map((module) => ({ module, ms: measure(module) }));
  const slowest = timed.toSorted((one, other) => other.ms - one.ms).slice(0, slowestCount);
  return [
    `The slowest ${slowestCount} files:`,
    ...slowest.map(({ module, ms }) => {
      const seconds = (ms / 1000).toFixed(1).padStart(7);
      return `${seconds} s  ${module.project.name}  ${relative(root, module.moduleId)}`;
    }),
    '',
  ];
}

/** A test that passes on its second try has a race, in itself or in the product: it counts, and is named. */
function describeRetried(modules: readonly TestModule[]): string[] {
  return modules.flatMap((module) =>
    [...module.children.allTests()]
      .filter((test) => test.diagnostic()?.flaky)
      .map((test) => `Passed on its second try: ${relative(root, module.moduleId)}, ${test.fullName}`),
  );
}

/** Hooks are part of a file's time: most of them start servers. */
function measure(module: TestModule): number {
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  return collectDuration + setupDuration + duration;
}

function describeLeftOut({ suites, why, remedy }: LeftOut): string {
  return `Not run: ${suites}, because ${why}. To run them: ${remedy}.`;
}

function countTests(modules: readonly TestModule[]): string {
  const count = { passed: 0, failed: 0, skipped: 0 };
  for (const module of modules) {
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state !== 'pending') count[state] += 1;
    }
  }
  return `${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`;
}
