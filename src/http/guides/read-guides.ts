import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type GuideName, guideNames } from './guides.ts';
import { type Block, parseMarkdown } from './parse-markdown.ts';
import { plainOf } from './render-markdown.ts';

export type Guide = { name: GuideName; title: string; lead: string; body: Block[] };

export function readGuides(folder = findFolder()): Guide[] {
  return guideNames.map((name) => readGuide(name, readFileSync(join(folder, `${name}.md`), 'utf8')));
}

/** A guide begins with its title and a paragraph that says what it is about. */
function readGuide(name: GuideName, text: string): Guide {
  const [title, lead, ...body] = parseMarkdown(text);
  if (title?.kind !== 'heading' || title.level !== 1 || lead?.kind !== 'paragraph') {
    throw new Error(`docs/guides/${name}.md must begin with a title and a paragraph.`);
  }
  return { name, title: plainOf(title.text), lead: lead.text, body };
}

/** Beside the bundle in dist/, where the build puts them; from the source tree they are looked for there. */
function findFolder(): string {
  const beside = fileURLToPath(new URL('./guides', import.meta.url));
  return existsSync(beside) ? beside : fileURLToPath(new URL('../../../docs/guides', import.meta.url));
}
