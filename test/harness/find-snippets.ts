/** Every piece of code that a document shows, found by reading them; how it is run follows from what it is. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.ts';

export type Snippet = {
  /** File and line. */
  place: string;
  language: string;
  code: string;
};

export type SnippetKind =
  /** Of a page, put into one and looked at in the browser. */
  | 'html'
  | 'script'
  | 'react'
  | 'php'
  | 'policy'
  | 'proxy'
  /** A file of its own, by the name in its first line. */
  | 'program'
  | 'types'
  | 'shell'
  /** What we send to others, compared with what is sent. */
  | 'message'
  /** What a program prints, or a list: nobody runs it. */
  | 'text';

export const documents: readonly string[] = [
  'README.md',
  ...listMarkdown('docs'),
  ...listMarkdown('docs/guides'),
];

function listMarkdown(folder: string): string[] {
  const names = readdirSync(join(root, folder)).filter((name) => name.endsWith('.md'));
  return names.sort().map((name) => `${folder}/${name}`);
}

export function findSnippets(): Snippet[] {
  return documents.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return [...text.matchAll(/^```(\w*)\n([\s\S]*?)\n```$/gm)].map((found) => ({
      place: `${file}:${lineOf(text, found.index)}`,
      language: found[1] as string,
      code: found[2] as string,
    }));
  });
}

/** Calls of the script within a sentence; what is written with the names of its parameters is no call. */
export function findInlineCalls(): Snippet[] {
  return documents.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return [...text.matchAll(/`((?:window\.)?footfall(?:\.\w+|\?\.)?\([^`]*\))`/g)]
      .filter(([, call]) => hasValuesAlone(call as string))
      .map((found) => ({
        place: `${file}:${lineOf(text, found.index)}`,
        language: 'js',
        code: found[1] as string,
      }));
  });
}

function hasValuesAlone(call: string): boolean {
  try {
    new Function(`return [${call.slice(call.indexOf('(') + 1, -1)}]`)();
    return true;
  } catch {
    return false;
  }
}

const lineOf = (text: string, index: number): number => text.slice(0, index).split('\n').length;

const kinds: Record<string, SnippetKind> = {
  html: 'html',
  tsx: 'react',
  php: 'php',
  nginx: 'proxy',
  ts: 'types',
  sh: 'shell',
  json: 'message',
};

export function kindOf(snippet: Snippet): SnippetKind | undefined {
  const { language, code } = snippet;
  if (language === 'js') return programNameOf(snippet) ? 'program' : 'script';
  if (language === '') return code.startsWith('script-src ') ? 'policy' : 'text';
  return kinds[language];
}

export const programNameOf = ({ code }: Snippet): string | undefined =>
  /^\/\/ ([\w.-]+\.m?js)\n/.exec(code)?.[1];

export function requireProgram(name: string): Snippet {
  const found = findSnippets().find((snippet) => programNameOf(snippet) === name);
  if (!found) throw new Error(`No document shows ${name}.`);
  return found;
}
