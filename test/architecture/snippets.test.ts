import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { buildSnippets, signingSnippet } from '../../dashboard/installation/snippets.ts';

const tagged = { address: 'https://HOST', websiteId: 'ff_…', domains: ['example.com'] };

describe('snippets', () => {
  it('are those of the documentation, word for word', () => {
    const documentation = readFileSync(new URL('../../docs/guides/tracking.md', import.meta.url), 'utf8');
    const snippets = buildSnippets(tagged);
    expect(snippets.map(({ name }) => name)).toEqual(['html', 'next', 'wordpress', 'tag-manager']);
    for (const { code } of snippets) expect(documentation).toContain(code);
    expect(documentation).toContain(signingSnippet);
  });

  it('count pages on this computer where the website is there and nowhere else', () => {
    for (const { code } of buildSnippets({ ...tagged, domains: ['localhost', 'shop.local'] })) {
      expect(code).toContain('data-allow-local');
    }
    for (const { code } of buildSnippets({ ...tagged, domains: ['localhost', 'example.com'] })) {
      expect(code).not.toContain('data-allow-local');
    }
  });
});
