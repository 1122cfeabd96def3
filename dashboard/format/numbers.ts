/** Numbers as the reader's locale writes them. What lives in this folder: words and figures of values. */

const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });
const compact = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });
const oneDecimal = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });
const change = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 });
const bigChange = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 });

export const formatCount = (value: number): string => whole.format(value);

/** 12.3K where the exact number would not fit; it belongs into a title then. */
export const formatCompact = (value: number): string =>
  Math.abs(value) < 10_000 ? whole.format(value) : compact.format(value);

/** Of a number that is a percentage already. */
export const formatPercent = (value: number): string => `${oneDecimal.format(value)}%`;

const mostTimes = 100;

/** How much a change is, whichever way: `ratio` -0.12 is 12%. From ten times as much on nobody reads per cent. */
export function formatChange(ratio: number): string {
  const times = Math.abs(ratio) + 1;
  if (times > mostTimes) return `over ${mostTimes}×`;
  if (times >= 10) return `${whole.format(times)}×`;
  return (Math.abs(ratio) >= 1 ? bigChange : change).format(Math.abs(ratio));
}

/** How far two percentages are apart, whichever way. */
export function formatPoints(points: number): string {
  const text = oneDecimal.format(Math.abs(points));
  return text === '1' ? '1 point' : `${text} points`;
}

/** 0s, 42s, 3m 05s, 1h 02m */
export function formatSeconds(value: number): string {
  const seconds = Math.round(value);
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m ${two(seconds % 60)}s`;
  return `${Math.floor(minutes / 60)}h ${two(minutes % 60)}m`;
}

const two = (value: number) => String(value).padStart(2, '0');

const moneyFormats = new Map<string, Intl.NumberFormat>();

const shapes = {
  exact: {},
  whole: { maximumFractionDigits: 0 },
  compact: { notation: 'compact', maximumFractionDigits: 1, minimumFractionDigits: 0 },
} as const satisfies Record<string, Intl.NumberFormatOptions>;

function moneyFormat(currency: string, style: keyof typeof shapes): Intl.NumberFormat {
  const key = `${currency} ${style}`;
  const known = moneyFormats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(undefined, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    ...shapes[style],
  });
  moneyFormats.set(key, made);
  return made;
}

/** With all decimals of the currency. */
export const formatMoney = (value: number, currency: string): string =>
  moneyFormat(currency, 'exact').format(value);

/** Cents, where they would not be seen, are left away. */
export const formatMoneyShort = (value: number, currency: string): string =>
  moneyFormat(currency, Math.abs(value) < 10_000 ? 'whole' : 'compact').format(value);
