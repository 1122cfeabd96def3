import { apiFilterTargets, type filterOperators } from '../../reports/question/filters.ts';
import { renderCodeBlock } from './code-block.ts';
import type { GuideSection } from './guide-section.ts';
import { html } from './html.ts';

const operators: Record<(typeof filterOperators)[number], { meaning: string; example: string }> = {
  is: { meaning: 'Any of the values. The default.', example: 'country=DE,AT,CH' },
  is_not: { meaning: 'None of the values.', example: 'device=is_not:mobile' },
  contains: { meaning: 'Any of the texts occurs.', example: 'page=contains:/blog/' },
  contains_not: { meaning: 'None of the texts occurs.', example: 'page=contains_not:/admin' },
  starts_with: { meaning: 'Begins with any of them.', example: 'page=starts_with:/docs' },
  ends_with: { meaning: 'Ends with any of them.', example: 'referrer=ends_with:.edu' },
  matches: { meaning: 'An RE2 pattern of up to 500 characters.', example: 'page=matches:^/p/[0-9]+$' },
  matches_not: { meaning: 'No such pattern.', example: 'utm_campaign=matches_not:^test' },
};

export const filtersGuide: readonly GuideSection[] = [
  {
    id: 'filters',
    title: 'Filters',
    text: html`<p>The reports on pages, referrers, countries, devices, browsers and operating systems take filters, and so do most
<a href="#reports-by-name">reports by name</a>. Each filter narrows the result further. Other reports ignore them.</p>
<table><caption class="visually-hidden">Filters</caption>
<thead><tr><th scope="col">Filter</th><th scope="col">Narrows by</th></tr></thead>
<tbody>${Object.entries(apiFilterTargets).map(
      ([name, { description }]) =>
        html`<tr><th scope="row"><code>${name}</code>${name === 'referrer' && html` or <code>ref</code>`}</th><td>${description}</td></tr>`,
    )}</tbody></table>
<h3 id="filter-operators">Operators</h3>
<p>A word and a colon before the value choose how it matches.</p>
<table><caption class="visually-hidden">Operators</caption>
<thead><tr><th scope="col">Operator</th><th scope="col">Matches</th></tr></thead>
<tbody>${Object.entries(operators).map(
      ([name, { meaning, example }]) =>
        html`<tr><th scope="row"><code>${name}:</code></th><td>${meaning}<br><code>${example}</code></td></tr>`,
    )}</tbody></table>
<ul>
<li>Up to 20 values, separated by commas; one operator covers them all. A comma inside a value is written <code>\\,</code>.</li>
<li>At most 40 patterns in a request, and together not too complex: a counted repetition such as <code>{1,100}</code> counts as often as it
repeats. <code>invalid_filter</code> says so in <code>details.reason</code>; <code>*</code> and <code>+</code> cost little.</li>
<li>Case matters, except in <code>referrer</code>, whose values may also begin with <code>www.</code> or not. <code>(none)</code> stands for the
empty value.</li>
<li>A filter selects whole sessions. <code>page</code> selects the views of that path on the pages report, and the sessions that viewed it
elsewhere.</li>
<li><code>region</code>, <code>city</code>, <code>source</code>, <code>via</code>, <code>entry_page</code> and <code>hostname</code> are refused with
<code>unsupported_filter</code>, which says what to use instead.</li>
</ul>`,
    samples: renderCodeBlock(
      'Mobile visitors in three countries, without the blog',
      `-d "device=mobile" \\
-d "country=DE,AT,CH" \\
-d "page=contains_not:/blog/"`,
    ),
  },
  {
    id: 'dates',
    title: 'Dates and time zones',
    text: html`<p>Dates are written <code>YYYY-MM-DD</code>, and both days are included. They are days in UTC, except in time series, where they are days
in <code>tz</code>, an IANA zone such as <code>Europe/Berlin</code>.</p>
<p>A time series takes <code>lookback_days</code> where the dates are not both given: that many days ending today, or ending at
<code>to_date</code>. <code>from_date</code> alone runs to today. Every bucket of the range is there, empty ones with 0; <code>ts</code> is
its start in UTC, and weeks start on Monday.</p>
<p>If <code>from_date</code> is earlier than the workspace keeps data, the report starts at the earliest day kept.</p>`,
    samples: renderCodeBlock(
      'A day has 23 to 25 hours',
      `-d "from_date=2026-03-29" -d "to_date=2026-03-29" \\
-d "granularity=hour" -d "tz=Europe/Berlin"`,
    ),
  },
];
