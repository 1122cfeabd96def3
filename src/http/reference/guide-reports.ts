import { listNamed } from '../../reports/catalogue.ts';
import type { NamedReport, Report } from '../../reports/define-report.ts';
import { renderCodeBlock } from './code-block.ts';
import { origin } from './curl.ts';
import type { GuideSection } from './guide-section.ts';
import { type Html, html } from './html.ts';
import { renderInline } from './prose.ts';

export const buildReportsGuide = (reports: readonly Report[]): readonly GuideSection[] => [
  {
    id: 'reports-by-name',
    title: 'Reports by name',
    text: html`<p><code>GET /pixel/metrics/{report}</code> answers any of these, for all websites of the workspace unless
<code>website_id</code> is given, and for the last 30 days unless <code>from</code> and <code>to</code> are. A hyphen may stand for the
underscore.</p>
<table><caption class="visually-hidden">Reports by name</caption>
<thead><tr><th scope="col">Report</th><th scope="col">Rows</th></tr></thead>
<tbody>${listNamed(reports).map(renderReport)}</tbody></table>`,
    samples: renderCodeBlock(
      'A funnel',
      html`curl -G "${origin}/api/v1/pixel/metrics/funnel" \\
  -d "steps=page:/,page:/pricing*,goal:signup" \\
  -d "window_hours=24" \\
  -H "Authorization: Bearer $FOOTFALL_KEY"`,
    ),
  },
  {
    id: 'csv',
    title: 'CSV',
    text: html`<p>Every report takes <code>format=csv</code> and then answers a file (RFC 4180, UTF-8) with a line of column names. What is null is
empty; lists and objects are JSON text. A text that a spreadsheet would run as a formula begins with an apostrophe. Errors stay
JSON.</p>`,
    samples: renderCodeBlock(
      'To a file',
      html`curl -OJ "${origin}/api/v1/pixel/metrics/sessions?format=csv" \\
  -H "Authorization: Bearer $FOOTFALL_KEY"`,
    ),
  },
];

function renderReport({ name, summary, columns, parameters, takesFilters }: NamedReport): Html {
  const own = Object.keys(parameters).filter((parameter) => parameter !== 'format');
  return html`<tr><th scope="row"><code>${name}</code></th><td>${renderInline(summary)}<br>${renderNames(
    columns.map((column) => column.name),
  )}${own.length > 0 && html`<br>Takes ${renderNames(own)}`}${!takesFilters && html`<br>Ignores filters.`}</td></tr>`;
}

function renderNames(names: readonly string[]): Html {
  return html`${names.map((name) => html`<code>${name}</code> `)}`;
}
