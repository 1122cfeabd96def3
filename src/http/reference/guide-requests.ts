import { renderCodeBlock, renderJson } from './code-block.ts';
import { origin } from './curl.ts';
import type { GuideSection } from './guide-section.ts';
import { html } from './html.ts';

const requestId = '2f1c8a52-9f0e-4a3c-8a4e-0d3f5b1c2a77';

export const requestsGuide: readonly GuideSection[] = [
  {
    id: 'first-call',
    title: 'First call',
    text: html`<p>Every path below is relative to the base URL, the address of your server followed by <code>/api/v1</code>.
Bodies and answers are JSON; a request with a body says <code>Content-Type: application/json</code>.</p>
<p>Make a workspace, a website and a key on the server, then ask who you are. <code>GET /me</code> works with any key.</p>`,
    samples: html`${renderCodeBlock('Base URL', html`${origin}/api/v1`)}
${renderCodeBlock(
  'Workspace, website, key',
  `bin/footfall workspace create --name Acme
bin/footfall website create --workspace ID \\
  --domain example.com
bin/footfall key create --workspace ID --name Reports \\
  --scope pixel:read --scope pixel:write`,
)}
${renderCodeBlock(
  'First request',
  html`curl "${origin}/api/v1/me" \\
  -H "Authorization: Bearer $FOOTFALL_KEY"`,
)}`,
  },
  {
    id: 'authentication',
    title: 'Authentication',
    text: html`<p>Send <code>Authorization: Bearer</code>, one space and the API key. A key starts with <code>wk_</code> and belongs to one
workspace: no parameter can reach another. It is shown once, when it is made; we keep only its fingerprint. Use keys on servers,
never in a browser.</p>
<table><caption class="visually-hidden">Scopes</caption>
<thead><tr><th scope="col">Scope</th><th scope="col">Allows</th></tr></thead><tbody>
<tr><th scope="row"><code>pixel:read</code></th><td>Every <code>GET</code> endpoint, and applying a segment.</td></tr>
<tr><th scope="row"><code>pixel:write</code></th><td>Sending records, deleting conversions and payments, and changing segments. It reads nothing.</td></tr>
<tr><th scope="row"><code>ai:read</code></th><td>AI search visibility; unused by this API.</td></tr>
</tbody></table>
<p>Scopes are fixed when the key is made. To rotate a key, make a new one, deploy it, confirm it with <code>GET /me</code>, and revoke
the old one: that takes effect with the next request.</p>`,
    samples: renderCodeBlock('Header', 'Authorization: Bearer wk_…'),
  },
  {
    id: 'answers',
    title: 'Answers',
    text: html`<p>A successful answer holds its result in <code>data</code>. Lists add <code>pagination</code>. <code>GET /me</code> alone answers
without the envelope.</p>
<p>The header <code>X-Request-Id</code> equals <code>meta.request_id</code>; quote it when you report a problem.</p>
<p>Reports answer with a result object: the rows in <code>data.data</code>, their columns in <code>data.meta</code>, the time the query took in
<code>data.statistics</code>, and <code>data.data_status</code>, which is <code>delayed</code> while records accepted more than ten seconds ago are
not yet counted.</p>
<p>Answers may gain fields. Ignore those you do not know.</p>`,
    samples: renderCodeBlock(
      'Success',
      renderJson({ status: 'success', data: { accepted: true }, meta: { request_id: requestId } }),
    ),
  },
  {
    id: 'pagination',
    title: 'Pagination',
    text: html`<p>Lists take <code>limit</code> (100 by default, 1,000 at most; more is cut to 1,000). While <code>has_more</code> is true, send
<code>next_cursor</code> back as <code>cursor</code>. A cursor is opaque; one that is not valid starts again at the first page.</p>`,
    samples: renderCodeBlock(
      'A list with another page',
      renderJson({
        status: 'success',
        data: ['…'],
        meta: { request_id: requestId },
        pagination: { has_more: true, next_cursor: 'MDE5MGM3YTQ' },
      }),
    ),
  },
  {
    id: 'sending-records',
    title: 'Sending records',
    text: html`<p>One record a call. <code>accepted: true</code> means that the record is on disk; reports show it shortly after. Times are Unix
milliseconds or ISO-8601, now by default, and at most 24 hours ahead.</p>
<p>To tie a record to the visitor that the browser script sees, read <code>window.footfall.getVisitorId()</code> in the page and send it as
<code>visitor_id</code>. Without it a new visitor is made.</p>
<p>Name a record with <code>event_id</code> or the header <code>Idempotency-Key</code>, and a retry within 24 hours answers what the first one
answered and records nothing. Payments need no such name: a <code>transaction_id</code> counts once per website, for ever.</p>
<p><code>website_id</code> is not checked here. A mistyped one is accepted, and its records appear in no report.</p>`,
    samples: renderCodeBlock('In the browser', 'const visitorId = window.footfall.getVisitorId();'),
  },
];
