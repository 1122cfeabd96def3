import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { derivedTableNames } from '../../src/store/analytics/duckdb/schema.ts';
import { tableNames } from '../../src/store/analytics/tables.ts';

const source = fileURLToPath(new URL('../../src', import.meta.url));

/** Each folder and the folders below it in the one direction of imports. What is not named may not be imported. */
const store = ['contract', 'store'];
const middle = [
  'ingest',
  'reports',
  'segments',
  'keys',
  'websites',
  'workspaces',
  'users',
  'limits',
  'automation',
  'mail',
  'funnels',
  'jobs',
  'deliveries',
  'webhooks',
  'report-mails',
  'alerts',
  'annotations',
  'persons',
  'deletions',
  'audit',
];
const mayImport: Record<string, readonly string[]> = {
  contract: [],
  store: ['contract'],
  'mail-parts': [],
  ...Object.fromEntries(middle.map((folder) => [folder, [...store, 'mail-parts']])),
  http: [...store, ...middle, 'version.ts'],
  demo: [...store, ...middle],
  'ask-report.ts': ['contract', 'reports'],
  'build-http.ts': [...store, ...middle, 'http', 'build-jobs.ts', 'config.ts', 'version.ts'],
  'build-ingestion.ts': [...store, 'deletions', 'ingest', 'config.ts'],
  'build-jobs.ts': [...store, ...middle, 'ask-report.ts', 'config.ts'],
  'main.ts': [
    ...store,
    ...middle,
    'http',
    'build-http.ts',
    'build-ingestion.ts',
    'build-jobs.ts',
    'worker-main.ts',
    'config.ts',
    'version.ts',
  ],
  'worker-main.ts': [...store, 'ingest'],
  'config.ts': ['settings.ts'],
  'settings.ts': [],
  'version.ts': [],
  cli: [...store, ...middle, 'demo', 'main.ts', 'config.ts', 'settings.ts', 'version.ts'],
};

const allTables = [...tableNames, ...derivedTableNames, 'batches', 'recent_records'];

/** Where an engine is chosen, and where the process begins that holds the embedded one. */
const choosesEngine = ['store/analytics/open-analytics.ts', 'worker-main.ts'];

/** Only the embedded engine has something to rebuild. */
const rebuildsDirectly: readonly string[] = [];

type Import = { from: string; file: string; to: string };

describe('the direction of imports', () => {
  const files = listSources(source);

  it('reads the whole tree', () => {
    expect(files.length).toBeGreaterThan(80);
    const places = [...new Set(files.map(placeOf))].sort();
    expect(places).toEqual(expect.arrayContaining(['contract', 'store', 'ingest', 'reports', 'http', 'cli']));
    expect(places.filter((place) => !(place in mayImport))).toEqual([]);
  });

  it('goes from the contract outwards, and never between the middle folders', () => {
    const wrong = files
      .flatMap(importsOf)
      .filter(({ from, to }) => from !== to && !mayImport[from]?.includes(to))
      .map(({ file, to }) => `${file} imports ${to}`);
    expect(wrong).toEqual([]);
  });

  it('goes from what a report is asked, by the rows that it reads, to the report', () => {
    const wrong = files
      .filter((file) => placeOf(file) === 'reports')
      .flatMap(targetsOf)
      .filter(({ file, target }) => target.startsWith('reports/') && floorOf(target) > floorOf(file))
      .map(({ file, target }) => `${file} imports ${target}`);
    expect(wrong).toEqual([]);
  });

  it('lets nothing but the configuration and the command line read the environment', () => {
    const readers = files.filter((file) => readFileSync(file, 'utf8').includes('process.env'));
    expect(readers.map((file) => relative(source, file))).toEqual(['cli/main.ts']);
  });

  it('takes only types into the dashboard, which talks HTTP', () => {
    const folder = fileURLToPath(new URL('../../dashboard', import.meta.url));
    const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (name) => /\.tsx?$/.test(name) && !/\.test\.ts$/.test(name),
    );
    expect(pages.length).toBeGreaterThan(50);
    const taken = pages.flatMap((name) =>
      [
        ...readFileSync(join(folder, name), 'utf8').matchAll(/^import (?!type )[^;]*'[^']*\/src\/[^']*';/gms),
      ].map(([line]) => `${name}: ${line}`),
    );
    expect(taken).toEqual([]);
  });

  it('lets reports know of the store what is the same on every engine, and nothing else', () => {
    const shared = [
      'sql',
      'dialect',
      'relations',
      'tables',
      'definitions/chosen-sessions',
      'definitions/slots',
      'definitions/goals',
      'in-currency',
      'analytics-engine',
      'engine-errors',
    ];
    const allowed = shared.map((name) => `store/analytics/${name}.ts`);
    const wrong = files
      .filter((file) => placeOf(file) === 'reports')
      .flatMap(targetsOf)
      .filter(({ target }) => target.startsWith('store/') && !allowed.includes(target))
      .map(({ file, target }) => `${file} imports ${target}`);
    expect(wrong).toEqual([]);
  });

  it('keeps the names of engines, of tables and of what one engine does out of the reports', () => {
    const words = /duckdb|clickhouse|settle|\bloose\b|\bstrays?\b|open days|shared rows/i;
    const tables = new RegExp(`\\b(FROM|JOIN|INTO) (${allTables.join('|')})\\b`);
    const naming = files
      .filter((file) => placeOf(file) === 'reports')
      .filter((file) => {
        const text = readFileSync(file, 'utf8');
        return words.test(text) || tables.test(text);
      });
    expect(naming.map((file) => relative(source, file))).toEqual([]);
  });

  it('keeps each engine in a folder of its own', () => {
    const wrong = files.flatMap(targetsOf).filter(({ file, target }) => {
      const engine = /^store\/analytics\/(duckdb|clickhouse)\//.exec(target)?.[0];
      return engine !== undefined && !file.startsWith(engine) && !choosesEngine.includes(file);
    });
    expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual(rebuildsDirectly);
  });
});

function listSources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join(folder, name));
}

/** The folder below src, or the file itself where it stands in src. */
function placeOf(file: string): string {
  return relative(source, file).split('/')[0] as string;
}

function importsOf(file: string): Import[] {
  return targetsOf(file).map(({ file: name, target }) => ({
    from: placeOf(file),
    file: name,
    to: placeOf(join(source, target)),
  }));
}

function targetsOf(file: string): { file: string; target: string }[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)]
    .map(([, path]) => resolve(dirname(file), path as string))
    .filter((target) => target.startsWith(source))
    .map((target) => ({ file: relative(source, file), target: relative(source, target) }));
}

/** Of the folder of reports: what is asked, what is read, and the reports. */
function floorOf(file: string): number {
  return ['reports/question/', 'reports/rows/', 'reports/'].findIndex((folder) => file.startsWith(folder));
}
