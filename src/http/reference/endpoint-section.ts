import { renderCodeBlock, renderJson } from './code-block.ts';
import { renderCurl } from './curl.ts';
import { type Content, type Html, html } from './html.ts';
import { renderInline, renderParagraphs } from './prose.ts';
import type { EndpointError, ReferenceEndpoint, ReferenceGroup } from './read-document.ts';
import type { FieldRow } from './schema-rows.ts';

export function renderGroup({ id, name, description, endpoints }: ReferenceGroup): Html {
  return html`<section class="group" aria-labelledby="${id}">
<header class="group-head"><h2 id="${id}">${name}</h2>${renderParagraphs(description)}</header>
${endpoints.map(renderEndpoint)}</section>`;
}

function renderEndpoint(endpoint: ReferenceEndpoint): Html {
  const { id, summary, description, body, answer, errors } = endpoint;
  return html`<article class="split endpoint" aria-labelledby="${id}">
<div class="text">
<h3 id="${id}">${summary}<a class="anchor" href="#${id}" aria-label="Link to ${summary}">#</a></h3>
${renderAddress(endpoint)}
${renderParagraphs(description)}
${renderParameters(endpoint)}
${body && html`<h4>Body</h4>${renderFields('Fields of the body', body.rows)}`}
${answer && renderFold(`Answer fields`, answer.rows.length, renderFields('Fields of the answer', answer.rows, false))}
${renderFold('Errors', errors.length, renderErrors(errors))}
</div>
<div class="samples">
${renderCodeBlock('Request', renderCurl(endpoint))}
${renderAnswerSample(endpoint)}
</div>
</article>`;
}

export function renderMethod(method: string): Html {
  return html`<span class="method ${method.toLowerCase()}">${method}</span>`;
}

function renderAddress({ method, path, scope }: ReferenceEndpoint): Html {
  const steps = path
    .split(/(\{[^}]+\})/)
    .map((step) => (step.startsWith('{') ? html`<var>${step}</var>` : step));
  return html`<p class="address">${renderMethod(method)}<code>${steps}</code>
<span class="scope">${scope === undefined ? 'any valid key' : html`<span class="visually-hidden">Scope </span>${scope}`}</span></p>`;
}

function renderParameters({ parameterRows, filters }: ReferenceEndpoint): Content {
  if (parameterRows.length === 0 && filters.length === 0) return undefined;
  return html`<h4>Parameters</h4>
${parameterRows.length > 0 && renderFields('Parameters', parameterRows)}
${
  filters.length > 0 &&
  html`<p class="filters"><a href="#filters">Filters</a> ${filters.map((name) => html`<code>${name}</code> `)}</p>`
}`;
}

function renderFields(caption: string, rows: readonly FieldRow[], isInput = true): Html {
  return html`<table class="fields"><caption class="visually-hidden">${caption}</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Description</th></tr></thead>
<tbody>${rows.map((row) => renderField(row, isInput))}</tbody></table>`;
}

function renderField({ name, type, required, defaultValue, description }: FieldRow, isInput: boolean): Html {
  return html`<tr><th scope="row"><code>${name}</code> <span class="type">${type}</span>${
    isInput && required && html` <span class="required">required</span>`
  }${!isInput && !required && html` <span class="type">may be absent</span>`}</th><td>${renderInline(description)}${
    isInput &&
    defaultValue !== undefined &&
    html` <span class="default">Default <code>${String(defaultValue)}</code></span>`
  }</td></tr>`;
}

function renderErrors(errors: readonly EndpointError[]): Html {
  return html`<table class="errors"><caption class="visually-hidden">Errors</caption>
<thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">Meaning</th></tr></thead>
<tbody>${errors.map(
    ({ status, code, condition }) =>
      html`<tr><td>${status}</td><th scope="row"><code>${code}</code></th><td>${renderInline(condition)}</td></tr>`,
  )}</tbody></table>`;
}

function renderFold(title: string, count: number, content: Html): Html {
  return html`<details><summary>${title} <span class="count">${count}</span></summary>${content}</details>`;
}

function renderAnswerSample({ answer, errors }: ReferenceEndpoint): Content {
  if (answer) return renderCodeBlock(`Answer, ${answer.status}`, renderJson(answer.example));
  const always = errors.find(({ status }) => status === '503');
  return always && renderCodeBlock(`Answer, ${always.status}`, renderJson(always.example));
}
