import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { parseConfig } from './config.ts';
import { buildSettingsHelp, buildSettingsTable, settings } from './settings.ts';

it('is the table of settings in README.md, line by line', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const table = /^\| variable \|.*?(?=\n\n)/ms.exec(readme)?.[0];
  expect(table).toBe(buildSettingsTable());
});

it('shows the defaults that are used', () => {
  expect(buildSettingsTable()).toContain('| `PORT` | `8080` |');
  expect(parseConfig({}).port).toBe(8080);
});

it('reads without Markdown in a terminal', () => {
  const help = buildSettingsHelp();
  for (const { variable } of Object.values(settings)) expect(help).toContain(`  ${variable} (`);
  expect(help).not.toMatch(/`|\]\(/);
});
