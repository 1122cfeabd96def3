import { defineConfig } from 'vitest/config';

// Engines, servers and databases are real and start several times, on two cores that may be busy with something else.
const patience = { testTimeout: 180_000, hookTimeout: 180_000 };

export default defineConfig({
  test: {
    reporters: ['default', './test/harness/closing-line.ts'],
    pool: 'forks',
    // Two more than cores: while some wait for what they sent to be stored, others work.
    maxWorkers: 4,
    // No test changes what another file imports, and to load everything anew for each takes a third of their time.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{src,bench,dashboard}/**/*.test.ts'],
          globalSetup: ['test/harness/global-postgres.ts'],
          ...patience,
        },
      },
      {
        extends: true,
        test: {
          name: 'contract',
          include: ['test/contract/**/*.test.ts'],
          globalSetup: ['test/harness/global-deployments.ts'],
          ...patience,
        },
      },
      {
        extends: true,
        test: {
          name: 'system',
          include: ['test/{architecture,cli,reports,faults,store}/**/*.test.ts'],
          globalSetup: ['test/harness/global-build.ts'],
          ...patience,
        },
      },
      // Hundreds of worlds in one test.
      {
        extends: true,
        test: {
          name: 'model',
          include: ['test/model/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 1_200_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/browser/*.test.ts'],
          globalSetup: ['test/harness/global-build.ts', 'test/harness/global-browser.ts'],
          ...patience,
        },
      },
      {
        extends: true,
        test: {
          name: 'dashboard',
          include: ['test/browser/dashboard/*.test.ts'],
          globalSetup: ['test/harness/global-build.ts', 'test/harness/global-dashboard.ts'],
          // A page asks a dozen reports at once.
          expect: { poll: { timeout: 20_000 } },
          ...patience,
        },
      },
    ],
  },
});
