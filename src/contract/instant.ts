const iso8601 =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/** Unix milliseconds from a number of them or an ISO-8601 text (UTC where it names no offset). */
export function parseInstant(value: number | string): number | undefined {
  const parsed = typeof value === 'number' ? Math.trunc(value) : parseIso(value.trim());
  return parsed !== undefined && Number.isSafeInteger(parsed) && parsed >= 0 ? parsed : undefined;
}

function parseIso(text: string): number | undefined {
  const match = iso8601.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] = match;
  if (parseDay(`${year}-${month}-${day}`) === undefined) return undefined;
  const milliseconds = fraction.padEnd(3, '0').slice(0, 3);
  const parsed = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}Z`);
  const offset = parseOffset(zone);
  return Number.isNaN(parsed) || offset === undefined ? undefined : parsed - offset;
}

function parseOffset(zone: string): number | undefined {
  if (zone.toUpperCase() === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', '') || '0');
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

/** The start of a calendar day written YYYY-MM-DD, in UTC; undefined for 2026-02-30 and the like. */
export function parseDay(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const parsed = Date.parse(`${text}T00:00:00Z`);
  if (Number.isNaN(parsed)) return undefined;
  return new Date(parsed).toISOString().startsWith(text) ? parsed : undefined;
}
