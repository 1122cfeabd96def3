import { describe, expect, it } from 'vitest';
import { replaceSection } from './docs-section.ts';

const begin = '<!-- figures of the reports: begin -->';
const end = '<!-- figures of the reports: end -->';

describe('the figures in the documentation', () => {
  it('take the place of those of the last run, and of nothing else', () => {
    const page = `# Title\n\n${begin}\n\nold\n\n${end}\n\nrest\n`;
    const once = replaceSection(page, 'reports', 'new\n');
    expect(once).toBe(`# Title\n\n${begin}\n\nnew\n\n${end}\n\nrest\n`);
    expect(replaceSection(once, 'reports', 'new\n')).toBe(once);
    expect(() => replaceSection(page, 'writes', 'new')).toThrow('no place');
  });
});
