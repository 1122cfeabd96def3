import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const dashboard = fileURLToPath(new URL('../../dashboard', import.meta.url));

/** With `lazy` alone a page is lost when the server goes away before the code of a part of it has come. */
it('fetches code that comes later again when the server is back', () => {
  const files = readdirSync(dashboard, { recursive: true, encoding: 'utf8' });
  const using = files.filter(
    (name) => name.endsWith('.tsx') && /\blazy\(/.test(readFileSync(join(dashboard, name), 'utf8')),
  );
  expect(using).toEqual(['drawn-page.tsx']);
});
