import { renderGroup, renderMethod } from './endpoint-section.ts';
import { guide } from './guide.ts';
import type { GuideSection } from './guide-section.ts';
import { Html, html } from './html.ts';
import { renderParagraphs } from './prose.ts';
import type { ReferenceEndpoint, ReferenceGroup } from './read-document.ts';

export type PageParts = {
  title: string;
  version: string;
  summary: string;
  description: string;
  groups: readonly ReferenceGroup[];
  styles: string;
  script: string;
};

/** Two steps, one ahead of the other. */
const mark = html`<svg class="mark" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><rect width="32" height="32" rx="9" fill="currentColor"/><g class="steps"><rect x="8.5" y="12" width="6" height="10" rx="3"/><circle cx="11.5" cy="25" r="2.2"/><rect x="17.5" y="6" width="6" height="10" rx="3"/><circle cx="20.5" cy="19" r="2.2"/></g></svg>`;

const icon =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="#0f766e"/><g fill="#fff"><rect x="8.5" y="12" width="6" height="10" rx="3"/><circle cx="11.5" cy="25" r="2.2"/><rect x="17.5" y="6" width="6" height="10" rx="3"/><circle cx="20.5" cy="19" r="2.2"/></g></svg>',
  );

export function renderPage(parts: PageParts): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${parts.summary}">
<meta name="color-scheme" content="light dark">
<title>${parts.title}</title>
<link rel="icon" href="${icon}">
<style>${new Html(parts.styles)}</style>
<script>${new Html(parts.script)}</script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
${renderBar(parts)}
<div class="page">
${renderNavigation(parts.groups)}
<main id="content" tabindex="-1">
${renderHero(parts)}
<section class="group" aria-label="Guide">${guide.map(renderGuideSection)}</section>
${parts.groups.map(renderGroup)}
${renderFooter(parts)}
</main>
</div>
</body>
</html>
`;
}

function renderBar({ version }: PageParts): Html {
  return html`<header class="bar">
<a class="brand" href="#content">${mark}<span>Footfall</span><span class="product">API</span></a>
<span class="version">${version}</span>
<span class="tools"><a class="plain" href="/api/v1/openapi.json">OpenAPI</a>
<button type="button" class="theme" hidden>Theme</button>
<button type="button" class="menu" popovertarget="navigation">Contents</button></span>
</header>`;
}

function renderNavigation(groups: readonly ReferenceGroup[]): Html {
  return html`<nav id="navigation" popover aria-label="Contents">
<p class="find" hidden><input type="search" id="find" placeholder="Find an endpoint" aria-label="Find an endpoint" autocomplete="off"><kbd aria-hidden="true">/</kbd></p>
<p class="nothing" role="status" hidden>Nothing found.</p>
<section><h2>Guide</h2><ul>${guide.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></section>
${groups.map(
  ({ id, name, endpoints }) =>
    html`<section><h2><a href="#${id}">${name}</a></h2><ul>${endpoints.map(renderNavigationEntry)}</ul></section>`,
)}
</nav>`;
}

function renderNavigationEntry({ id, method, path, summary }: ReferenceEndpoint): Html {
  return html`<li><a href="#${id}" data-find="${method} ${path} ${summary}"><span>${summary}</span>${renderMethod(method)}</a></li>`;
}

function renderHero({ title, summary, description }: PageParts): Html {
  return html`<div class="hero"><h1>${title}</h1><p class="lead">${summary}</p>${renderParagraphs(description)}</div>`;
}

function renderGuideSection({ id, title, text, samples }: GuideSection): Html {
  return html`<section class="split" aria-labelledby="${id}"><div class="text">
<h2 id="${id}">${title}<a class="anchor" href="#${id}" aria-label="Link to ${title}">#</a></h2>
${text}</div><div class="samples">${samples}</div></section>`;
}

function renderFooter({ version }: PageParts): Html {
  return html`<footer><p>Footfall ${version}. The same reference for programs: <a href="/api/v1/openapi.json">openapi.json</a>. Countries by
<a href="https://db-ip.com" rel="noreferrer">DB-IP</a>, CC BY 4.0.</p></footer>`;
}
