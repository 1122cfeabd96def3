import { renderCodeBlock } from '../reference/code-block.ts';
import { type Content, type Html, html } from '../reference/html.ts';
import type { Block } from './parse-markdown.ts';

const languages: Record<string, string> = {
  html: 'HTML',
  js: 'JavaScript',
  tsx: 'TypeScript',
  jsx: 'JavaScript',
  php: 'PHP',
  sh: 'Shell',
  nginx: 'nginx',
  json: 'JSON',
};

/** As HTML of the product's own pages. `linkOf` says where a link of the text leads. */
export function renderBlocks(blocks: readonly Block[], linkOf: (target: string) => string): Html {
  return html`${blocks.map((block) => renderBlock(block, linkOf))}`;
}

function renderBlock(block: Block, linkOf: (target: string) => string): Html {
  const inline = (text: string) => renderInline(text, linkOf);
  switch (block.kind) {
    case 'heading':
      return renderHeading(block.level, block.text, inline(block.text));
    case 'paragraph':
      return html`<p>${inline(block.text)}</p>`;
    case 'quote':
      return html`<p class="note">${inline(block.text)}</p>`;
    case 'list': {
      const items = block.items.map((item) => html`<li>${inline(item)}</li>`);
      return block.ordered ? html`<ol>${items}</ol>` : html`<ul>${items}</ul>`;
    }
    case 'table':
      return renderTable(block.head, block.rows, inline);
    case 'code':
      return renderCodeBlock(titleOf(block.language, block.code), block.code);
  }
}

/** A file says its name in its first line. */
function titleOf(language: string, code: string): string {
  const file = /^\/\/ ([\w./-]+\.\w+)\n/.exec(code)?.[1];
  return file ?? languages[language] ?? 'Text';
}

function renderHeading(level: number, text: string, content: Html): Html {
  const id = slugOf(text);
  const anchor = html`<a class="anchor" href="#${id}" aria-label="Link to ${plainOf(text)}">#</a>`;
  if (level <= 2) return html`<h2 id="${id}">${content}${anchor}</h2>`;
  return level === 3
    ? html`<h3 id="${id}">${content}${anchor}</h3>`
    : html`<h4 id="${id}">${content}${anchor}</h4>`;
}

/** On a phone the cells of a row stand one below the other; in wide tables each then shows the head of its column. */
function renderTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  inline: (text: string) => Html,
): Html {
  const isWide = head.length > 2;
  const renderCell = (cell: string, index: number) =>
    isWide
      ? html`<td data-label="${plainOf(head[index + 1] ?? '')}">${inline(cell)}</td>`
      : html`<td>${inline(cell)}</td>`;
  const renderRow = ([first = '', ...others]: readonly string[]) =>
    html`<tr><th scope="row">${inline(first)}</th>${others.map(renderCell)}</tr>`;
  return html`<table class="facts">
<thead><tr>${head.map((cell) => html`<th scope="col">${inline(cell)}</th>`)}</tr></thead>
<tbody>${rows.map(renderRow)}</tbody></table>`;
}

/** `Next.js, step 2` becomes next-js-step-2, as in other renderers of Markdown. */
const slugOf = (text: string): string =>
  plainOf(text)
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number} _-]/gu, '')
    .replaceAll(' ', '-');

export const plainOf = (text: string): string =>
  text.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1').replace(/[`*]/g, '');

const marks = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\]]+)\]\(([^)\s]+)\)/g;

/** Code, strong and stressed words, and links; code within a link counts too. */
export function renderInline(text: string, linkOf: (target: string) => string): Html {
  const pieces: Content[] = [];
  let end = 0;
  for (const match of text.matchAll(marks)) {
    const [whole, code, strong, stressed, label, target] = match;
    pieces.push(text.slice(end, match.index));
    if (code !== undefined) pieces.push(html`<code>${code}</code>`);
    else if (strong !== undefined) pieces.push(html`<strong>${renderInline(strong, linkOf)}</strong>`);
    else if (stressed !== undefined) pieces.push(html`<em>${renderInline(stressed, linkOf)}</em>`);
    else pieces.push(html`<a href="${linkOf(target ?? '')}">${renderInline(label ?? '', linkOf)}</a>`);
    end = match.index + whole.length;
  }
  return html`${[...pieces, text.slice(end)]}`;
}
