/** A chart of time against size as SVG: both axes by powers of ten, one line a series, named where it ends. */
export type Series = { name: string; color: string; dash?: string; points: readonly Point[] };

export type Point = { events: number; ms: number };

const width = 780;
const height = 420;
const plot = { left: 95, right: 580, top: 24, bottom: 360 };
/** Readable on white and on black alike, as the page behind it may be either. */
const ink = '#7a828e';
const lineHeight = 18;

export function buildChart(title: string, series: readonly Series[]): string {
  const points = series.flatMap((each) => each.points);
  const x = buildScale(
    points.map(({ events }) => events),
    plot.left,
    plot.right,
  );
  const y = buildScale(
    points.map(({ ms }) => ms),
    plot.bottom,
    plot.top,
  );
  const parts = [
    ...x.ticks.map((tick) => buildVerticalTick(x.place(tick), formatCount(tick))),
    ...y.ticks.map((tick) => buildHorizontalTick(y.place(tick), `${formatCount(tick)} ms`)),
    text((plot.left + plot.right) / 2, plot.bottom + 44, 'pageviews', 'middle'),
    ...series.map((each) => buildLine(each, x.place, y.place)),
    ...buildNames(series, y.place),
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`,
    `  font-family="system-ui, sans-serif" font-size="13" role="img" aria-label="${escapeXml(title)}">`,
    `<title>${escapeXml(title)}</title>`,
    ...parts,
    '</svg>',
    '',
  ].join('\n');
}

type Scale = { ticks: number[]; place(value: number): number };

function buildScale(values: readonly number[], start: number, end: number): Scale {
  const first = Math.floor(Math.log10(Math.min(...values)));
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...values))));
  return {
    ticks: Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index)),
    place: (value) => round(start + ((Math.log10(value) - first) / (last - first)) * (end - start)),
  };
}

function buildVerticalTick(x: number, label: string): string {
  return grid(x, plot.top, x, plot.bottom) + text(x, plot.bottom + 20, label, 'middle');
}

function buildHorizontalTick(y: number, label: string): string {
  return grid(plot.left, y, plot.right, y) + text(plot.left - 8, y + 4, label, 'end');
}

function grid(x1: number, y1: number, x2: number, y2: number): string {
  return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${ink}" stroke-opacity="0.3"/>`;
}

function text(x: number, y: number, label: string, anchor: string, color = ink): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="${color}">${escapeXml(label)}</text>`;
}

type Place = (value: number) => number;

function buildLine({ color, dash, points }: Series, x: Place, y: Place): string {
  const dashes = dash ? ` stroke-dasharray="${dash}"` : '';
  const path = points.map(({ events, ms }) => `${x(events)},${y(ms)}`).join(' ');
  const dots = points.map(
    ({ events, ms }) => `<circle cx="${x(events)}" cy="${y(ms)}" r="4" fill="${color}"/>`,
  );
  const line = `<polyline points="${path}" fill="none" stroke="${color}" stroke-width="2.5"${dashes}/>`;
  return [line, ...dots].join('\n');
}

/** At the height where the line ends, moved down where two names would overlap. */
function buildNames(series: readonly Series[], y: Place): string[] {
  const ends = series
    .map(({ name, color, points }) => ({ name, color, at: y(points.at(-1)?.ms ?? 1) }))
    .sort((a, b) => a.at - b.at);
  let last = Number.NEGATIVE_INFINITY;
  return ends.map(({ name, color, at }) => {
    last = Math.max(at, last + lineHeight);
    return text(plot.right + 12, last + 4, name, 'start', color);
  });
}

function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escapeXml(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
