import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { buildWorldMap } from './build-world-map.mjs';
import { keepTogether } from './keep-together.mjs';
import { readRecipes } from './read-recipes.mjs';

/** What a browser loads before the overview shows: the page, the entry, what both share, the styles. */
const mostFirstLoadBytes = 150_000;
const entryName = 'footfall:dashboard';
const firstPage = 'dashboard/pages/overview/overview-page.tsx';
/** Asked for while the program still loads. Whoever has a share link is told nothing of who is signed in. */
const stateLink = '<link rel="preload" href="/app/state" as="fetch" crossorigin>';

/** Bundles dashboard/ into assets with hashed names, each also as .br and .gz, and the pages that load them. */
export async function buildDashboard(bundle, root, folder, mostBytes = mostFirstLoadBytes) {
  const assets = join(folder, 'assets');
  await mkdir(assets, { recursive: true });
  const styles = await listStyles(join(root, 'dashboard'));
  const options = {
    absWorkingDir: root,
    outdir: assets,
    entryNames: '[name]-[hash]',
    bundle: true,
    minify: true,
    write: false,
    target: ['chrome123', 'firefox121', 'safari17.5'],
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
  };
  // A module would run only after the page is drawn.
  const early = await bundle({ ...options, entryPoints: ['dashboard/first-paint.ts'], format: 'iife' });
  const [recipes, world] = [
    JSON.stringify(await readRecipes(root)),
    JSON.stringify(await buildWorldMap(root)),
  ];
  const split = (...plugins) =>
    bundle({
      ...options,
      entryPoints: { dashboard: entryName },
      chunkNames: '[name]-[hash]',
      assetNames: '[name]-[hash]',
      publicPath: '/assets/',
      splitting: true,
      metafile: true,
      format: 'esm',
      jsx: 'automatic',
      define: { 'process.env.NODE_ENV': '"production"' },
      plugins: [
        madeModule(entryName, async () => buildEntry(root, styles), 'ts', root),
        madeModule('footfall:recipes', () => recipes, 'json', root),
        madeModule('footfall:world', () => world, 'json', root),
        ...plugins,
      ],
    });
  const shared = listShared((await split()).metafile);
  const { metafile, outputFiles } = await split(keepTogether(shared, root));
  const made = [...early.outputFiles, ...outputFiles];
  const files = new Map(made.map(({ path, contents }) => [relative(root, path), contents]));
  const parts = { ...findParts(metafile), firstPaint: relative(root, early.outputFiles[0].path) };
  const html = await buildPage(root, parts);
  for (const [path, contents] of files) await writeCompressed(join(root, path), contents);
  await writeFile(join(folder, 'index.html'), html.replace('%state%', stateLink));
  await writeFile(join(folder, 'share.html'), html.replace('%state%', ''));
  const sizes = measure(files, parts, html);
  if (sizes.firstLoad > mostBytes) {
    throw new Error(
      `The dashboard's first load has ${sizes.firstLoad} bytes after gzip; its budget is ${mostBytes}.`,
    );
  }
  return sizes;
}

/** A stylesheet beside each component, all of them in one file: what a lazy page looks like is known before it. */
function buildEntry(root, styles) {
  const lines = styles.map((path) => `import './${relative(root, path)}';`);
  return [...lines, "import './dashboard/main.tsx';"].join('\n');
}

/** Tokens, base, the parts of ui/, and then what may refine them; among the rest the order must not matter. */
async function listStyles(folder) {
  const names = await readdir(folder, { recursive: true });
  const layers = [/^style\/tokens\.css$/, /^style\//, /^ui\//, /./];
  const rank = (name) => layers.findIndex((layer) => layer.test(name));
  return names
    .filter((name) => name.endsWith('.css'))
    .sort((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1))
    .map((name) => join(folder, name));
}

/** A module that no file holds. */
function madeModule(name, make, loader, resolveDir) {
  return {
    name,
    setup(build) {
      const filter = new RegExp(`^${name}$`);
      build.onResolve({ filter }, ({ path }) => ({ path, namespace: 'made' }));
      build.onLoad({ filter, namespace: 'made' }, async () => ({
        contents: await make(),
        loader,
        resolveDir,
      }));
    },
  };
}

/** Modules of ours that the entry and the first page share. Those of packages go along with them. */
function listShared({ outputs }) {
  const { entry, first } = findParts({ outputs });
  const together = first.filter((path) => path !== entry && !outputs[path].entryPoint);
  return together
    .flatMap((path) => Object.keys(outputs[path].inputs))
    .filter((path) => /^(dashboard|src)\//.test(path));
}

function findParts({ outputs }) {
  const named = Object.entries(outputs);
  const [entry, { cssBundle }] = named.find(([, { entryPoint }]) => entryPoint === `made:${entryName}`);
  const page = named.find(([, { entryPoint }]) => entryPoint === firstPage)?.[0];
  const first = new Set(page ? [...withImports(outputs, entry), ...withImports(outputs, page)] : []);
  return { entry, styles: cssBundle, first: [...first] };
}

function withImports(outputs, path) {
  const next = outputs[path].imports.filter(({ kind }) => kind === 'import-statement');
  return [path, ...next.flatMap((each) => withImports(outputs, each.path))];
}

async function buildPage(root, { firstPaint, entry, styles, first }) {
  const template = await readFile(join(root, 'dashboard/index.html'), 'utf8');
  const address = (path) => `/assets/${basename(path)}`;
  const icon = await readFile(join(root, 'dashboard/style/icon.svg'));
  const shared = first.filter((path) => path !== entry);
  return template
    .replace('%icon%', () => `data:image/svg+xml;base64,${icon.toString('base64')}`)
    .replace('%firstPaint%', () => address(firstPaint))
    .replace('%styles%', () => address(styles))
    .replace('%entry%', () => address(entry))
    .replace('%shared%', () =>
      shared.map((path) => `<link rel="modulepreload" href="${address(path)}">`).join(''),
    );
}

async function writeCompressed(path, contents) {
  await writeFile(path, contents);
  await writeFile(`${path}.br`, brotliCompressSync(contents));
  await writeFile(`${path}.gz`, gzipSync(contents, { level: 9 }));
}

function measure(files, { firstPaint, first, styles }, html) {
  const gzipped = (contents) => gzipSync(contents, { level: 9 }).length;
  const before = [firstPaint, ...first, styles];
  const firstLoad = before.reduce((sum, path) => sum + gzipped(files.get(path)), gzipped(html));
  const all = [...files.values()].reduce((sum, contents) => sum + gzipped(contents), gzipped(html));
  return { firstLoad, all, styles: gzipped(files.get(styles)) };
}
