import { defineConfig } from 'vitest/config';
import { chooseProjects, findCapabilities, listLeftOut } from './test/harness/capabilities.ts';
import ClosingLine from './test/harness/closing-line.ts';
import { LongestFirst } from './test/harness/longest-first.ts';
import { findScratch } from './test/harness/scratch.ts';

// Engines, servers and databases are real and start several times, on two cores that may be busy with something else.
const patience = { testTimeout: 180_000, hookTimeout: 180_000 };

// Hundreds of worlds in one test.
const patienceWithWorlds = { testTimeout: 300_000, hookTimeout: 1_200_000 };

// A page, its server and the browser run side by side: what fails once in hundreds is named at the end of the run.
const secondTry = { retry: 1 };

/**
 * Projects with the same number run together, the others after them. All at once, on two cores with one cache, took half
 * as much of the processor again: each waits longer for memory while the engines and browsers of the others work.
 */
const turns = { contract: 1, clickhouse: 2, dashboard: 3, rest: 4 };
const inTurn = (groupOrder: number) => ({ sequence: { groupOrder } });

const worldsOnClickHouse = ['test/model/cluster.test.ts', 'test/model/clickhouse/**/*.test.ts'];

const projects = [
  {
    extends: true as const,
    test: {
      name: 'unit',
      ...inTurn(turns.rest),
      include: ['{src,bench,dashboard}/**/*.test.ts', 'test/harness/*.test.ts'],
      globalSetup: ['test/harness/global-postgres.ts'],
      ...patience,
    },
  },
  {
    extends: true as const,
    test: {
      name: 'contract',
      ...inTurn(turns.contract),
      include: ['test/contract/**/*.test.ts'],
      globalSetup: ['test/harness/global-deployments.ts'],
      ...patience,
    },
  },
  {
    extends: true as const,
    test: {
      name: 'system',
      ...inTurn(turns.rest),
      include: ['test/{architecture,cli,reports,faults,fuzz,store}/**/*.test.ts'],
      globalSetup: ['test/harness/global-build.ts'],
      ...patience,
    },
  },
  {
    extends: true as const,
    test: {
      name: 'model',
      ...inTurn(turns.rest),
      include: ['test/model/**/*.test.ts'],
      exclude: worldsOnClickHouse,
      ...patienceWithWorlds,
    },
  },
  {
    extends: true as const,
    test: {
      name: 'clickhouse',
      ...inTurn(turns.clickhouse),
      include: ['test/{clickhouse,harness/clickhouse}/**/*.test.ts', ...worldsOnClickHouse],
      globalSetup: ['test/harness/global-build.ts'],
      ...patienceWithWorlds,
    },
  },
  {
    extends: true as const,
    test: {
      name: 'browser',
      ...inTurn(turns.rest),
      include: ['test/browser/*.test.ts'],
      globalSetup: ['test/harness/global-build.ts', 'test/harness/global-browser.ts'],
      ...patience,
      ...secondTry,
    },
  },
  {
    extends: true as const,
    test: {
      name: 'dashboard',
      ...inTurn(turns.dashboard),
      include: ['test/browser/dashboard/*.test.ts'],
      globalSetup: ['test/harness/global-build.ts', 'test/harness/global-dashboard.ts'],
      // A page asks a dozen reports at once.
      expect: { poll: { timeout: 20_000 } },
      ...patience,
      ...secondTry,
    },
  },
];

const capabilities = findCapabilities();

// Every process of the run inherits it; whoever sets it wants another.
process.env.TMPDIR ??= findScratch();

export default defineConfig({
  test: {
    reporters: ['default', new ClosingLine(listLeftOut(capabilities))],
    pool: 'forks',
    // Two more than cores: while some wait for what they sent to be stored, others work. Each more loads everything once more.
    maxWorkers: 4,
    // No test changes what another file imports, and to load everything anew for each takes a third of their time.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // What one project has compiled, the others take, and so does the next run.
    experimental: { fsModuleCache: true },
    projects: chooseProjects(projects, capabilities),
  },
});
