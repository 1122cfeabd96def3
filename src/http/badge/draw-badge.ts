import type { BadgeQuestion } from './badge-question.ts';

export type Drawing = { label: string; figure: string; theme: BadgeQuestion['theme'] };

const font = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";

const light = { paper: '#ffffff', line: '#d3cfc7', ink: '#474b49', mark: '#0c7565', number: '#ffffff' };
const dark = { paper: '#1a1c1b', line: '#404441', ink: '#c2c6c3', mark: '#46c3ab', number: '#07211c' };

/** A label and its figure in one line, to stand in a text or a footer. */
export function drawBadge({ label, figure, theme }: Drawing): string {
  const height = 24;
  const labelWidth = widthOf(label, 12);
  const figureWidth = widthOf(figure, 12, 1.08);
  const left = 30 + labelWidth + 8;
  const width = left + figureWidth + 16;
  const shapes = `
  <rect class="paper" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="6"/>
  <path class="mark" d="M${left} 0h${width - left - 6}a6 6 0 0 1 6 6v${height - 12}a6 6 0 0 1-6 6h${6 - (width - left)}z"/>
  ${drawMark(8, 5, 14)}
  <text class="ink" x="30" y="16" textLength="${labelWidth}" font-size="12">${escapeXml(label)}</text>
  <text class="number" x="${left + 8}" y="16" textLength="${figureWidth}" font-size="12" font-weight="600">${escapeXml(figure)}</text>`;
  return wrap({ label, figure, theme }, width, height, shapes);
}

/** A large figure over its label. */
export function drawCounter({ label, figure, theme }: Drawing): string {
  const height = 64;
  const figureWidth = widthOf(figure, 24, 1.08);
  const labelWidth = widthOf(label, 12);
  const width = Math.max(120, figureWidth + 32, labelWidth + 50);
  const shapes = `
  <rect class="paper" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="10"/>
  <text class="large" x="16" y="33" textLength="${figureWidth}" font-size="24" font-weight="650">${escapeXml(figure)}</text>
  ${drawMark(16, 42, 12)}
  <text class="ink" x="34" y="52" textLength="${labelWidth}" font-size="12">${escapeXml(label)}</text>`;
  return wrap({ label, figure, theme }, width, height, shapes);
}

function wrap({ label, figure, theme }: Drawing, width: number, height: number, shapes: string): string {
  const title = escapeXml(`${figure} ${label}`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}" font-family="${font}">
  <title>${title}</title>
  <style>${buildStyle(theme)}</style>${shapes}
</svg>
`;
}

function buildStyle(theme: Drawing['theme']): string {
  const plain = colour(theme === 'dark' ? dark : light);
  return theme === 'auto' ? `${plain}@media (prefers-color-scheme:dark){${colour(dark)}}` : plain;
}

function colour({ paper, line, ink, mark, number }: typeof light): string {
  return `.paper{fill:${paper};stroke:${line}}.ink{fill:${ink}}.mark{fill:${mark}}.large{fill:${mark}}.number{fill:${number}}`;
}

/** The three bars of the product's sign. */
function drawMark(x: number, y: number, size: number): string {
  const bars = [
    [0, 0.55],
    [0.38, 0.25],
    [0.76, 0],
  ].map(([left = 0, top = 0]) => {
    const place = `x="${round(x + left * size)}" y="${round(y + top * size)}"`;
    return `<rect class="mark" ${place} width="${round(0.24 * size)}" height="${round((1 - top) * size)}" rx="${round(0.12 * size)}"/>`;
  });
  return bars.join('');
}

/** An estimate for a sans-serif font; `textLength` then makes the text exactly that wide. */
function widthOf(text: string, size: number, weight = 1): number {
  const parts = [...text].map((letter) => {
    if (/[ijl.,:;'|! ]/.test(letter)) return 0.3;
    if (/[mwMW@%]/.test(letter)) return 0.88;
    if (/[A-Z]/.test(letter)) return 0.68;
    return letter > '\u2e7f' ? 1 : /\d/.test(letter) ? 0.62 : 0.57;
  });
  return round(size * weight * parts.reduce((sum, part) => sum + part, 0));
}

const round = (value: number): number => Math.round(value * 100) / 100;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Also removes the characters that XML does not allow. */
function escapeXml(text: string): string {
  return [...text.toWellFormed()]
    .filter((letter) => letter >= ' ' && letter !== '\ufffe' && letter !== '\uffff')
    .map((letter) => entities[letter] ?? letter)
    .join('');
}
