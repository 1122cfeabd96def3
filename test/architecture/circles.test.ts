import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/** Also of types alone: of two files that need each other, neither can be read first. */
it.each(['src', 'dashboard'])('lets no file of %s come back to itself through its imports', (name) => {
  const folder = fileURLToPath(new URL(`../../${name}`, import.meta.url));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => join(folder, path));
  expect(files.length).toBeGreaterThan(80);
  const imports = new Map(files.map((file) => [file, listImports(file)]));
  expect([...imports.values()].flat().length).toBeGreaterThan(files.length);
  expect(findCircled(imports).map((file) => relative(folder, file))).toEqual([]);
});

function listImports(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, path]) =>
    resolve(dirname(file), path as string),
  );
}

/** Whatever imports nothing that is left is taken away, again and again: what stays is in a circle, or leads to one. */
function findCircled(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const left = new Set(imports.keys());
  let before: number;
  do {
    before = left.size;
    for (const file of left) if (!imports.get(file)?.some((target) => left.has(target))) left.delete(file);
  } while (left.size < before);
  return [...left];
}
