const regions = new Intl.DisplayNames(undefined, { type: 'region', fallback: 'code' });
const languages = new Intl.DisplayNames(undefined, { type: 'language', fallback: 'code' });

export function formatCountry(code: string): string {
  if (code === 'ZZ') return 'Unknown';
  return nameOf(regions, code);
}

export function formatLanguage(code: string): string {
  if (code === 'unknown') return 'Unknown';
  return nameOf(languages, code);
}

/** What was recorded may be no code at all: then it stands for itself. */
function nameOf(names: Intl.DisplayNames, code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}

const devices: Record<string, string> = {
  desktop: 'Desktop',
  mobile: 'Mobile',
  tablet: 'Tablet',
  unknown: 'Unknown',
};

export const formatDevice = (device: string): string => devices[device] ?? device;

/** Direct is a channel; a visit without a referring site may be of another one by its tags. */
export const formatReferrer = (referrer: string): string =>
  referrer === '(direct)' ? 'No referring site' : referrer;

/** The source of a visit, which is a tag or a referring site. */
export const formatSource = (source: string, channel: string): string =>
  channel === 'Direct' ? 'Direct' : source === '(direct)' ? 'No source' : source;
