import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** What a website's visitors download, in bytes after gzip. Above this the build fails. */
const allowed = { core: 1000, full: 1400 };

/** Bundles the tracking script into tracker.js (all of it); the core alone is built to be measured. */
export async function buildTracker(bundle, root, folder, budgets = allowed) {
  const sizes = { core: 0, full: 0 };
  for (const [name, budget] of Object.entries(budgets)) {
    const { outputFiles } = await bundle({
      entryPoints: [join(root, 'tracker/footfall.ts')],
      bundle: true,
      minify: true,
      write: false,
      format: 'iife',
      target: 'es2020',
      tsconfigRaw: {},
      charset: 'utf8',
      define: { EXTRAS: String(name === 'full') },
      logLevel: 'warning',
    });
    // Whatever a browser or a page lacks, nothing is thrown into the page.
    const text = `try{${outputFiles[0].text.trim()}}catch{}`;
    sizes[name] = gzipSync(text, { level: 9 }).length;
    if (sizes[name] > budget) {
      throw new Error(
        `The tracking script (${name}) has ${sizes[name]} bytes after gzip; its budget is ${budget}.`,
      );
    }
    if (name === 'full') await writeFile(join(folder, 'tracker.js'), text);
  }
  return sizes;
}
