import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const dashboard = fileURLToPath(new URL('../../dashboard', import.meta.url));

/** All styles end up in one sheet: of two rules for one class, it depends on their order which one counts. */
it('gives every class of the dashboard its looks in one file alone', () => {
  const homes = new Map<string, Set<string>>();
  const files = readdirSync(dashboard, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.css'),
  );
  for (const file of files) {
    for (const [, name] of readFileSync(join(dashboard, file), 'utf8').matchAll(
      /^\.([a-z][a-z0-9-]*) \{/gm,
    )) {
      homes.set(name as string, (homes.get(name as string) ?? new Set()).add(file));
    }
  }
  expect(homes.size).toBeGreaterThan(100);
  expect([...homes].filter(([, own]) => own.size > 1)).toEqual([]);
});
