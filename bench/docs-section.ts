import { readFile, writeFile } from 'node:fs/promises';

/** The bundle stands in a folder beside docs/. */
const page = new URL('../docs/performance.md', import.meta.url);

export type SectionName = 'reports' | 'writes';

export async function writeSection(name: SectionName, section: string): Promise<void> {
  await writeFile(page, replaceSection(await readFile(page, 'utf8'), name, section));
}

/** What stands between the marks of that name, and nothing else. */
export function replaceSection(text: string, name: SectionName, section: string): string {
  const [begin, end] = [`<!-- figures of the ${name}: begin -->`, `<!-- figures of the ${name}: end -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`There is no place for the figures: ${begin} … ${end}`);
  return `${text.slice(0, from + begin.length)}\n\n${section.trim()}\n\n${text.slice(to)}`;
}
