import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = ['src', 'tracker', 'dashboard', 'docs/guides', 'scripts', 'package-lock.json'];

/** A fresh clone runs without a build step of its own, and an edited source is never run stale. */
export async function buildIfStale() {
  const newest = Math.max(...sources.map((name) => newestIn(join(root, name))));
  if (newest < modifiedAt(join(root, 'dist/footfall.js'))) return;
  const { build } = await import('./build.mjs');
  await build();
}

/** Every command waits for this: asking for a thousand files at once would take several times as long. */
function newestIn(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return found?.mtimeMs ?? 0;
  return Math.max(0, ...readdirSync(path).map((name) => newestIn(join(path, name))));
}

function modifiedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
