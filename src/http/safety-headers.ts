const year = 365 * 24 * 60 * 60;

/**
 * On every answer: no browser guesses what it is, and nobody between keeps it. Files that are the same for everyone set
 * how long they are kept themselves. Whoever has come by https once does not come by http for a year.
 */
export function buildSafetyHeaders(protocol: string, publicUrl: string | undefined): Record<string, string> {
  const isHttps = protocol === 'https' || publicUrl?.startsWith('https:') === true;
  return {
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    ...(isHttps && { 'strict-transport-security': `max-age=${year}` }),
  };
}
