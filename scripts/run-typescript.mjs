import { rmSync } from 'node:fs';
import { copyFile, mkdtemp } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The process that holds the engine starts from a file beside the code that starts it. */
const workerEntry = { worker: 'src/worker-main.ts' };

/**
 * Bundles programs that are not part of the product, and runs `main` of the first with the words of the command line.
 * `entries` are paths from the root, by the name of the file that is made of them.
 */
export async function runTypeScript(entries) {
  // Beside the source, so that packages and relative paths resolve from the bundle as from there.
  const folder = await mkdtemp(join(root, '.build-run-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const made = Object.entries({ ...entries, ...workerEntry }).map(([name, path]) => [name, join(root, path)]);
  await build({
    entryPoints: Object.fromEntries(made),
    outdir: folder,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    splitting: true,
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  // A ClickHouse of the tests starts from a file beside the code that starts it.
  await copyFile(join(root, 'test/harness/clickhouse/engine-child.cjs'), join(folder, 'engine-child.cjs'));
  const { main } = await import(pathToFileURL(join(folder, `${Object.keys(entries)[0]}.js`)).href);
  process.exitCode = await main(process.argv.slice(2));
}
