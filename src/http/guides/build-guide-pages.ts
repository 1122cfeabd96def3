/**
 * The guides as pages of the product, each with all that it needs in it. What lives here: how the words of docs/guides
 * become pages. What must not: the words.
 */
import { renderFrame } from '../reference/frame.ts';
import { type Html, html } from '../reference/html.ts';
import { sharedScript } from '../reference/script-shared.ts';
import { type GuideName, guideGroups } from './guides.ts';
import type { Guide } from './read-guides.ts';
import { plainOf, renderBlocks, renderInline } from './render-markdown.ts';
import { guideStyles } from './styles.ts';

/** The reference used to be at /docs: links to its sections are sent on to /docs/api. */
export const guideScript = `${sharedScript}
addEventListener('DOMContentLoaded', () => {
  if (one('.contents') && location.hash.length > 1 && !document.getElementById(location.hash.slice(1))) {
    location.replace('/docs/api' + location.hash);
  }
});
`;

const about = 'How to count visits with Footfall, and what to do with them.';

/** By address below /docs: '' is the list of all of them. */
export function buildGuidePages(guides: readonly Guide[]): Map<string, string> {
  const pages = guides.map((guide, index): [string, string] => [
    guide.name,
    renderGuide(guide, guides, [guides[index - 1], guides[index + 1]]).text,
  ]);
  return new Map([['', renderContents(guides).text], ...pages]);
}

function renderContents(guides: readonly Guide[]): Html {
  const card = (href: string, title: string, text: string) =>
    html`<li><a href="${href}"><strong>${title}</strong><span>${text}</span></a></li>`;
  const groups = guideGroups.map(({ title, guides: names }) => {
    const cards = findAll(guides, names).map((guide) =>
      card(addressOf(guide.name), guide.title, firstSentence(plainOf(guide.lead))),
    );
    return html`<h2>${title}</h2><ul class="cards">${cards}</ul>`;
  });
  return renderFrame({
    title: 'Footfall guides',
    description: about,
    place: 'Guides',
    navigation: renderNavigation(guides, undefined),
    content: html`<div class="contents"><h1>Guides</h1><p class="lead">${about}</p>
${groups}
<h2>For programs</h2><ul class="cards">${card('/docs/api', 'API reference', 'Every endpoint, report, filter and error, with examples.')}</ul></div>`,
    styles: guideStyles,
    script: guideScript,
  });
}

type Neighbours = readonly [before: Guide | undefined, after: Guide | undefined];

function renderGuide(guide: Guide, guides: readonly Guide[], [before, after]: Neighbours): Html {
  return renderFrame({
    title: `${guide.title} · Footfall guides`,
    description: guide.lead,
    place: 'Guides',
    navigation: renderNavigation(guides, guide.name),
    content: html`<article class="guide"><header><h1>${guide.title}</h1><p class="lead">${renderInline(guide.lead, linkOf)}</p></header>
${renderBlocks(guide.body, linkOf)}</article>
<div class="turn">${before && html`<a href="${addressOf(before.name)}">← ${before.title}</a>`}${after && html`<a href="${addressOf(after.name)}">${after.title} →</a>`}</div>`,
    styles: guideStyles,
    script: guideScript,
  });
}

function renderNavigation(guides: readonly Guide[], here: GuideName | undefined): Html {
  const link = (href: string, title: string, isHere: boolean) =>
    isHere
      ? html`<li><a href="${href}" aria-current="page">${title}</a></li>`
      : html`<li><a href="${href}">${title}</a></li>`;
  const groups = guideGroups.map(
    ({ title, guides: names }) =>
      html`<section><h2>${title}</h2><ul>${findAll(guides, names).map((guide) =>
        link(addressOf(guide.name), guide.title, guide.name === here),
      )}</ul></section>`,
  );
  return html`<nav id="navigation" popover aria-label="Guides">
<section><ul>${link('/docs', 'All guides', here === undefined)}</ul></section>
${groups}
<section><h2>Elsewhere</h2><ul>${link('/docs/api', 'API reference', false)}${link('/', 'Dashboard', false)}</ul></section>
</nav>`;
}

const findAll = (guides: readonly Guide[], names: readonly GuideName[]): Guide[] =>
  names.flatMap((name) => guides.find((guide) => guide.name === name) ?? []);

const addressOf = (name: GuideName): string => `/docs/${name}`;

const firstSentence = (text: string): string => /^.*?[.:](?= |$)/.exec(text)?.[0].replace(/:$/, '.') ?? text;

/** Another guide by its file, a part of the same one, or a page of the product. No link leaves the installation. */
export function linkOf(target: string): string {
  if (/^(#|\/)/.test(target)) return target;
  const guide = /^([a-z-]+)\.md(#.*)?$/.exec(target);
  if (!guide) throw new Error(`A guide links to ${target}, which is not in the product.`);
  return `/docs/${guide[1]}${guide[2] ?? ''}`;
}
