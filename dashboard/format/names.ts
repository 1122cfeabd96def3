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
