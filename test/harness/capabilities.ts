/** What this machine has for tests beyond npm packages for every platform, and what is left out where it has not. */
import { createRequire } from 'node:module';
import { type BrowserSource, findBrowser } from './find-browser.ts';

/** Servers from the library that `chdb` brings, or one of the developer's own. */
export type ClickHouseSource = { kind: 'library'; path: string } | { kind: 'server'; url: string };

export type Capabilities = {
  browser: BrowserSource | undefined;
  clickhouse: ClickHouseSource | undefined;
};

export type LeftOut = { suites: string; why: string; remedy: string };

type Need = keyof Capabilities;

/** The projects of vitest.config.ts that need something. */
const needs: Readonly<Record<string, Need>> = {
  browser: 'browser',
  dashboard: 'browser',
  clickhouse: 'clickhouse',
};

const leftOutWithout: Record<Need, LeftOut> = {
  browser: {
    suites: 'the tracking script and the dashboard in a real browser (projects browser, dashboard)',
    why: 'no Chromium or Chrome was found',
    remedy: 'install one (Debian: apt-get install chromium), or name one by CHROME_PATH',
  },
  clickhouse: {
    suites:
      'everything on real ClickHouse servers: the project clickhouse, and the contract on two servers that share one',
    why: `the package chdb has no ClickHouse for ${process.platform}-${process.arch}`,
    remedy: 'take a linux-x64 machine, or name an empty server by FOOTFALL_TEST_CLICKHOUSE_URL',
  },
};

export function findCapabilities(): Capabilities {
  return { browser: findBrowser(), clickhouse: findClickHouse() };
}

export function chooseProjects<Project extends { test: { name: string } }>(
  projects: readonly Project[],
  capabilities: Capabilities,
): Project[] {
  return projects.filter(({ test: { name } }) => {
    const need = needs[name];
    return need === undefined || capabilities[need] !== undefined;
  });
}

export function listLeftOut(capabilities: Capabilities): LeftOut[] {
  const missing = (Object.keys(leftOutWithout) as Need[]).filter((need) => capabilities[need] === undefined);
  return missing.map((need) => leftOutWithout[need]);
}

export function findClickHouse(): ClickHouseSource | undefined {
  const url = process.env.FOOTFALL_TEST_CLICKHOUSE_URL;
  if (url) return { kind: 'server', url };
  try {
    const { resolveLibchdb } = createRequire(import.meta.url)(
      'chdb/libchdb',
    ) as typeof import('chdb/libchdb');
    return { kind: 'library', path: resolveLibchdb({ env: {} }).path };
  } catch {
    return undefined;
  }
}
