import type { GuideSection } from './guide-section.ts';
import { html } from './html.ts';

const definitions: readonly [string, string][] = [
  ['Visitor', 'A distinct visitor_id. Goals and payments add conversions and revenue, never visitors.'],
  [
    'Session',
    'All records with one session_id. It ends after 30 minutes without activity or when a campaign tag changes, and never at midnight. Its source, country, device, browser and operating system are those of its first record.',
  ],
  [
    'Bounce',
    'A session of exactly one pageview and no custom event. On pages, a bounce belongs to the path the session entered on.',
  ],
  [
    'Time on page',
    'Visible time as the script reports it, or else the time until the next pageview of the session, at most 30 minutes. Views with neither are left out.',
  ],
  ['Session time', 'From the first to the last activity; sessions without a second activity count as zero.'],
  [
    'Conversion',
    'A goal conversion or a custom event, and what goals that were made in the dashboard count: views of their pages, and events that the script captures. The rate is converting visitors of all visitors of the row or bucket; who converted without being one of them does not count in it.',
  ],
  [
    'Revenue',
    'The sum of payments as recorded, in major units, without currency conversion; with currency, of those in it alone. A negative amount is a refund, the first payment of a visitor is new, later ones are renewals; the three add up to the total.',
  ],
  ['Source', 'utm_source, or else the referring host, or else (direct). Your own domains are no source.'],
];

export const numbersGuide: readonly GuideSection[] = [
  {
    id: 'numbers',
    title: 'What the numbers mean',
    text: html`<p>Counts are strings, since they may not fit a double. Rates and averages are numbers rounded to two decimals, rates in percent.
Money is a number, summed exactly.</p>
<dl>${definitions.map(([term, meaning]) => html`<dt>${term}</dt><dd>${meaning}</dd>`)}</dl>`,
  },
];
