import { errorTable } from '../../contract/errors.ts';
import { buildErrorExample } from '../answers.ts';
import { renderCodeBlock, renderJson } from './code-block.ts';
import type { GuideSection } from './guide-section.ts';
import { html } from './html.ts';
import { renderInline } from './prose.ts';

const codes = Object.entries(errorTable).sort(
  ([a, { status }], [b, { status: other }]) => status - other || (a < b ? -1 : 1),
);

export const errorsGuide: readonly GuideSection[] = [
  {
    id: 'rate-limits',
    title: 'Rate limits',
    text: html`<p>A workspace has 60 requests a minute, shared by all its keys; an operator can set another limit. The first request opens a window
of one minute, and the next request after its end opens a new one. Every request with a valid key counts, whatever it answers. The
browser script's traffic does not.</p>
<table><caption class="visually-hidden">Rate-limit headers</caption>
<thead><tr><th scope="col">Header</th><th scope="col">Meaning</th></tr></thead><tbody>
<tr><th scope="row"><code>X-RateLimit-Limit</code></th><td>Requests allowed in a window.</td></tr>
<tr><th scope="row"><code>X-RateLimit-Remaining</code></th><td>Requests left in this one.</td></tr>
<tr><th scope="row"><code>X-RateLimit-Reset</code></th><td>Its end, in Unix seconds.</td></tr>
<tr><th scope="row"><code>Retry-After</code></th><td>With 429 only: seconds to wait.</td></tr>
</tbody></table>`,
    samples: renderCodeBlock('Answer, 429', renderJson(buildErrorExample('rate_limit_exceeded'))),
  },
  {
    id: 'errors',
    title: 'Errors',
    text: html`<p>Branch on the HTTP status and <code>error.code</code>. The message is for people and may change; <code>details</code> is there where it
helps.</p>
<p>What fails before it reaches an endpoint (the key, its scope, the rate limit, a body that is not JSON) answers with <code>error</code>
alone, without <code>status</code> and <code>meta</code>.</p>
<h3 id="retries">When to retry</h3>
<ul>
<li><strong>4xx other than 429</strong>: do not retry; change the request.</li>
<li><strong>429</strong>: wait for <code>Retry-After</code> seconds and up to a tenth more, at random.</li>
<li><strong>500 and 503</strong>: retry after 1, 2, 4, 8 and 16 seconds, five times at most. Regions and cities always answer 503: do not
retry them.</li>
<li>A retried record can count twice unless it has an <code>event_id</code>, an <code>Idempotency-Key</code> or a
<code>transaction_id</code>.</li>
</ul>
<h3 id="error-codes">Every code</h3>
<table class="errors"><caption class="visually-hidden">Every error code</caption>
<thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">Meaning</th></tr></thead>
<tbody>${codes.map(
      ([code, { status, message }]) =>
        html`<tr><td>${status}</td><th scope="row"><code>${code}</code></th><td>${renderInline(message)}</td></tr>`,
    )}</tbody></table>`,
    samples: html`${renderCodeBlock('From an endpoint', renderJson(buildErrorExample('invalid_body')))}
${renderCodeBlock('Before an endpoint', renderJson(buildErrorExample('insufficient_scope')))}`,
  },
];
