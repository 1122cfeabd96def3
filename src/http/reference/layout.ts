import { renderGroup, renderMethod } from './endpoint-section.ts';
import { renderFrame } from './frame.ts';
import type { GuideSection } from './guide-section.ts';
import { type Html, html } from './html.ts';
import { renderParagraphs } from './prose.ts';
import type { ReferenceEndpoint, ReferenceGroup } from './read-document.ts';

export type PageParts = {
  title: string;
  version: string;
  summary: string;
  description: string;
  guide: readonly GuideSection[];
  groups: readonly ReferenceGroup[];
  styles: string;
  script: string;
};

export function renderPage(parts: PageParts): Html {
  return renderFrame({
    title: parts.title,
    description: parts.summary,
    place: 'API',
    tools: html`<span class="version">${parts.version}</span><a class="plain" href="/api/v1/openapi.json">OpenAPI</a>`,
    navigation: renderNavigation(parts),
    content: html`${renderHero(parts)}
<section class="group" aria-label="Basics">${parts.guide.map(renderGuideSection)}</section>
${parts.groups.map(renderGroup)}
${renderFooter(parts)}`,
    styles: parts.styles,
    script: parts.script,
  });
}

function renderNavigation({ guide, groups }: PageParts): Html {
  return html`<nav id="navigation" popover aria-label="Contents">
<p class="find" hidden><input type="search" id="find" placeholder="Find an endpoint" aria-label="Find an endpoint" autocomplete="off"><kbd aria-hidden="true">/</kbd></p>
<p class="nothing" role="status" hidden>Nothing found.</p>
<section><h2>Basics</h2><ul>${guide.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></section>
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
  return html`<footer><p>Footfall ${version}. The same reference for programs: <a href="/api/v1/openapi.json">openapi.json</a>.
IP Geolocation by DB-IP (db-ip.com), CC BY 4.0.</p></footer>`;
}
