import { type Content, type Html, html } from './html.ts';

/** Examples in a frame of their own; a script adds the button that copies them. */
export function renderCodeBlock(title: string, code: Content): Html {
  return html`<figure class="code"><figcaption>${title}</figcaption><pre tabindex="0"><code>${code}</code></pre></figure>`;
}

const longestInlineList = 54;

export function renderJson(value: unknown): Html {
  return highlightJson(formatJson(value, ''));
}

/** As JSON.stringify with two spaces, but short lists and objects stay on their line. */
export function formatJson(value: unknown, indent: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((each) => formatJson(each, inner))
    : Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${formatJson(each, inner)}`);
  const padding = Array.isArray(value) || parts.length === 0 ? '' : ' ';
  const line = `${open}${padding}${parts.join(', ')}${padding}${close}`;
  const isShort = indent !== '' && line.length + indent.length <= longestInlineList && !line.includes('\n');
  return isShort || parts.length === 0
    ? line
    : `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${close}`;
}

const jsonTokens = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/g;

function highlightJson(text: string): Html {
  const pieces: Content[] = [];
  let end = 0;
  for (const match of text.matchAll(jsonTokens)) {
    const [whole, string, colon] = match;
    pieces.push(text.slice(end, match.index));
    if (string === undefined) pieces.push(html`<span class="n">${whole}</span>`);
    else if (colon === undefined) pieces.push(html`<span class="s">${string}</span>`);
    else pieces.push(html`<span class="k">${string}</span>${colon}`);
    end = match.index + whole.length;
  }
  return html`${[...pieces, text.slice(end)]}`;
}
