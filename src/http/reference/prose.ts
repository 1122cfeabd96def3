import { type Html, html } from './html.ts';

/** Descriptions know two marks: backticks around code, and a blank line between paragraphs. */

export function renderInline(text: string): Html {
  const pieces = text.split(/`([^`]+)`/);
  return html`${pieces.map((piece, index) => (index % 2 === 1 ? html`<code>${piece}</code>` : piece))}`;
}

export function renderParagraphs(text: string): Html {
  const paragraphs = text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '');
  return html`${paragraphs.map((paragraph) => html`<p>${renderInline(paragraph)}</p>`)}`;
}
