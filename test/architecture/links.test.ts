import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../harness/root.ts';

it('documents link to files that are there', () => {
  const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map(
    (name) => `docs/${name}`,
  );
  const files = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...docs].filter((name) =>
    name.endsWith('.md'),
  );
  const broken = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target]) => (target as string).replace(/#.*/, ''))
      // Guides link to pages of the product by their address there.
      .filter((target) => target !== '' && !/^(https?:|\/)/.test(target))
      .filter((target) => !existsSync(join(root, dirname(file), target)))
      .map((target) => `${file} links to ${target}`),
  );
  expect(files.length).toBeGreaterThan(20);
  expect(broken).toEqual([]);
});
