import { createHash } from 'node:crypto';
import { type Content, Html, html } from './html.ts';

/** The product's sign, as the dashboard has it. */
const mark = html`<svg class="mark" viewBox="0 0 32 32" width="26" height="26" aria-hidden="true"><rect width="32" height="32" rx="8" fill="currentColor"/><g class="bars"><rect x="7" y="17" width="4.5" height="8" rx="2.25"/><rect x="13.75" y="11.5" width="4.5" height="13.5" rx="2.25"/><rect x="20.5" y="7" width="4.5" height="18" rx="2.25"/></g></svg>`;

const icon =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0c7565"/><g fill="#fff"><rect x="7" y="17" width="4.5" height="8" rx="2.25"/><rect x="13.75" y="11.5" width="4.5" height="13.5" rx="2.25"/><rect x="20.5" y="7" width="4.5" height="18" rx="2.25"/></g></svg>',
  );

export type FrameParts = {
  title: string;
  description: string;
  /** Beside the name of the product: which of its pages this is. */
  place: string;
  /** At the right of the bar. */
  tools?: Content;
  navigation: Html;
  content: Content;
  styles: string;
  script: string;
};

/** What surrounds everything that can be read without signing in: the head, the bar and the contents beside. */
export function renderFrame(parts: FrameParts): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${parts.description}">
<meta name="color-scheme" content="light dark">
<title>${parts.title}</title>
<link rel="icon" href="${icon}">
<style>${new Html(parts.styles)}</style>
<script>${new Html(parts.script)}</script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="bar">
<a class="brand" href="/docs">${mark}<span>Footfall</span><span class="product">${parts.place}</span></a>
<span class="tools">${parts.tools}<a class="plain" href="/">Dashboard</a>
<button type="button" class="theme" hidden>Theme</button>
<button type="button" class="menu" popovertarget="navigation">Contents</button></span>
</header>
<div class="page">
${parts.navigation}
<main id="content" tabindex="-1">
${parts.content}
</main>
</div>
</body>
</html>
`;
}

/** Allows exactly these styles and this script, and nothing from elsewhere. */
export function buildPolicy({ styles, script }: Pick<FrameParts, 'styles' | 'script'>): string {
  return [
    "default-src 'none'",
    `style-src '${hashOf(styles)}'`,
    `script-src '${hashOf(script)}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
