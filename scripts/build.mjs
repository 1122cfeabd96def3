import { copyFile, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildTracker } from './build-tracker.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const output = join(root, 'dist');
const entry = 'footfall.js';

/** Bundles src/ into dist/footfall.js and the tracking script into dist/tracker.js; packages stay in node_modules. */
export async function build() {
  const { build: bundle, stop } = await import('esbuild');
  const staging = await mkdtemp(join(root, '.build-'));
  try {
    await bundle({
      entryPoints: { footfall: join(root, 'src/cli/main.ts') },
      outdir: staging,
      bundle: true,
      platform: 'node',
      target: 'node20',
      format: 'esm',
      packages: 'external',
      sourcemap: true,
      splitting: true,
      logLevel: 'warning',
    });
    await copyFile(
      join(root, 'src/store/analytics/engine/engine-child.cjs'),
      join(staging, 'engine-child.cjs'),
    );
    const sizes = await buildTracker(bundle, root, staging);
    await mkdir(output, { recursive: true });
    const made = await readdir(staging);
    const old = (await readdir(output)).filter((name) => !made.includes(name));
    // The entry goes last: a process that starts meanwhile finds a whole program.
    for (const name of [...made.filter((each) => each !== entry), entry]) {
      await rename(join(staging, name), join(output, name));
    }
    for (const name of old) await rm(join(output, name));
    return sizes;
  } finally {
    await rm(staging, { recursive: true, force: true });
    // Its service would stay a child of whatever runs next in this process.
    await stop();
  }
}

/** A fresh clone runs without a build step of its own, and an edited source is never run stale. */
export async function buildIfStale() {
  const built = await modifiedAt(join(output, entry));
  const newest = await newestIn([join(root, 'src'), join(root, 'tracker'), join(root, 'package-lock.json')]);
  if (newest >= built) await build();
}

async function newestIn(paths) {
  const times = await Promise.all(
    paths.map(async (path) => {
      const entry = await stat(path).catch(() => undefined);
      if (!entry) return 0;
      if (!entry.isDirectory()) return entry.mtimeMs;
      return newestIn((await readdir(path)).map((name) => join(path, name)));
    }),
  );
  return Math.max(0, ...times);
}

async function modifiedAt(path) {
  return (await stat(path).catch(() => undefined))?.mtimeMs ?? 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { core, full } = await build();
  process.stdout.write(`tracking script after gzip: core ${core} bytes, all ${full} bytes\n`);
}
