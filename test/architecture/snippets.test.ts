import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildSnippets, signingSnippets } from '../../dashboard/installation/snippets.ts';
import { findInlineCalls, findSnippets, kindOf, programNameOf } from '../harness/find-snippets.ts';
import { root } from '../harness/root.ts';

const tagged = { address: 'https://HOST', websiteId: 'ff_…', domains: ['example.com'] };

describe('snippets of the dashboard', () => {
  it('are those of the documentation, word for word', () => {
    const documentation = readFileSync(join(root, 'docs/guides/tracking.md'), 'utf8');
    const snippets = buildSnippets(tagged);
    expect(snippets.map(({ name }) => name)).toEqual(['html', 'next', 'wordpress', 'tag-manager']);
    for (const { code } of snippets) expect(documentation).toContain(code);
    for (const code of Object.values(signingSnippets)) expect(documentation).toContain(code);
  });

  it('count pages on this computer where the website is there and nowhere else', () => {
    for (const { code } of buildSnippets({ ...tagged, domains: ['localhost', 'shop.local'] })) {
      expect(code).toContain('data-allow-local');
    }
    for (const { code } of buildSnippets({ ...tagged, domains: ['localhost', 'example.com'] })) {
      expect(code).not.toContain('data-allow-local');
    }
  });

  it('stand where the tests find them', () => {
    const folder = join(root, 'dashboard');
    const known = ['installation/hints.ts', 'installation/snippets.ts'];
    const showing = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (name) =>
        /\.tsx?$/.test(name) &&
        /\bfootfall((\.(goal|track|identify|pageview))?\((?!\))|\.(get|opt)\w+\()/.test(
          readFileSync(join(folder, name), 'utf8'),
        ),
    );
    expect(showing.sort()).toEqual(known);
  });
});

describe('snippets of the documentation', () => {
  const snippets = findSnippets();

  it('are all of a kind that some test runs', () => {
    expect(snippets.length).toBeGreaterThan(50);
    expect(snippets.filter((snippet) => kindOf(snippet) === undefined)).toEqual([]);
    expect(findInlineCalls().length).toBeGreaterThan(5);
  });

  it('are text alone where a program prints them, or where they measure', () => {
    const texts = snippets.filter((snippet) => kindOf(snippet) === 'text');
    expect(texts.map(({ place, code }) => [place.replace(/:.*/, ''), code.split('\n')[0]])).toEqual([
      ['docs/dashboard.md', 'Nobody can sign in yet. Make the first owner here, once:'],
      ['docs/performance.md', 'npm run bench -- writes'],
      ['docs/performance.md', expect.stringContaining('npm run bench -- reports')],
    ]);
  });

  it('are programs that a test starts by their name', () => {
    const folder = join(root, 'test/contract');
    const tests = ['server-side-docs.test.ts', 'guide-programs.test.ts', 'app/alerts.test.ts'];
    const text = tests.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
    for (const name of snippets.flatMap((snippet) => programNameOf(snippet) ?? [])) {
      expect(text, name).toContain(`'${name}'`);
    }
  });
});
