/** Unix milliseconds of a column as the ISO-8601 text of the wire. */
export function buildIsoTime(ms: number): string;
export function buildIsoTime(ms: number | null): string | null;
export function buildIsoTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
