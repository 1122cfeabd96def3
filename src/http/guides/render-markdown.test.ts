import { describe, expect, it } from 'vitest';
import { linkOf } from './build-guide-pages.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { renderBlocks } from './render-markdown.ts';

const render = (text: string): string => renderBlocks(parseMarkdown(text), linkOf).text;

describe('the Markdown of guides', () => {
  it('has paragraphs with code, stress and links', () => {
    expect(render('One `a < b` **bold `c`** *soft*,\ngoes on: [that](goals.md#in-a-script).')).toBe(
      '<p>One <code>a &lt; b</code> <strong>bold <code>c</code></strong> <em>soft</em>, goes on: <a href="/docs/goals#in-a-script">that</a>.</p>',
    );
  });

  it('has headings with addresses of their own', () => {
    expect(render('## Next.js, step `2`')).toBe(
      '<h2 id="nextjs-step-2">Next.js, step <code>2</code><a class="anchor" href="#nextjs-step-2" aria-label="Link to Next.js, step 2">#</a></h2>',
    );
    expect(render('### Deeper')).toMatch(/^<h3 id="deeper">/);
  });

  it('has lists and notes', () => {
    expect(render('- a\n- b\n\n1. c\n2. d')).toBe(
      '<ul><li>a</li><li>b</li></ul><ol><li>c</li><li>d</li></ol>',
    );
    expect(render('> Mind\n> this.')).toBe('<p class="note">Mind this.</p>');
  });

  it('has code as it is written, under the name of its file or its language', () => {
    const shown = render('```js\n// a.mjs\nif (a < b) `x`;\n```\n\n```\nplain\n```');
    expect(shown).toContain('<figcaption>a.mjs</figcaption>');
    expect(shown).toContain('// a.mjs\nif (a &lt; b) `x`;');
    expect(shown).toContain('<figcaption>Text</figcaption>');
    expect(() => render('```js\nnever ends')).toThrow(/has no end/);
  });

  it('has tables, whose cells may hold a bar', () => {
    const shown = render('| name | is |\n| --- | --- |\n| `a\\|b` | c |');
    expect(shown).toContain('<th scope="col">name</th>');
    expect(shown).toContain('<th scope="row"><code>a|b</code></th><td>c</td>');
    expect(render('| a | b | c |\n| --- | --- | --- |\n| 1 | 2 | 3 |')).toContain(
      '<td data-label="c">3</td>',
    );
  });

  it('escapes whatever is written', () => {
    const shown = render('<img src=x onerror=alert(1)> [a"b](/docs) \n\n## <b>\n\n- <script>');
    expect(shown).not.toMatch(/<img|<b>|<script/);
    expect(shown).toContain('a&quot;b');
  });

  it('refuses links that leave the installation', () => {
    for (const target of ['https://example.com', '../definitions.md', 'mailto:a@example.com']) {
      expect(() => render(`[x](${target})`)).toThrow(/not in the product/);
    }
  });
});
