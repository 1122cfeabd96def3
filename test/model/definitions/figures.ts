/** How figures are written: contract §4. */

/** Half up, to two decimals; nothing divided by nothing is 0. */
export function rounded(value: number): number {
  return Number.isFinite(value) ? Math.floor(100 * value + 0.5) / 100 : 0;
}

export function percent(part: number, whole: number): number {
  return rounded((100 * part) / whole);
}

/** Counts are text. */
export const count = (items: { length: number } | { size: number }): string =>
  String('length' in items ? items.length : items.size);

/** Seconds of a mean of so many milliseconds. */
export function meanSeconds(milliseconds: readonly number[]): number {
  return rounded(total(milliseconds) / milliseconds.length / 1000);
}

export const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

export const totalMicros = (values: readonly bigint[]): bigint =>
  values.reduce((sum, value) => sum + value, 0n);

/** Millionths as the number of major units nearest to them. */
export function money(micros: bigint): number {
  const size = micros < 0n ? -micros : micros;
  const text = `${size / 1_000_000n}.${String(size % 1_000_000n).padStart(6, '0')}`;
  return micros < 0n ? -Number(text) : Number(text);
}

export const iso = (instant: number): string => new Date(instant).toISOString();
