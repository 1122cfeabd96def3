const year = 365 * 24 * 60 * 60;

/**
 * On every answer: browsers do not guess its type, and no cache stores it. Files that are the same for everyone set
 * their own caching. After one visit by https, browsers use no http for a year.
 */
export function buildSafetyHeaders(protocol: string, publicUrl: string | undefined): Record<string, string> {
  const isHttps = protocol === 'https' || publicUrl?.startsWith('https:') === true;
  return {
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    ...(isHttps && { 'strict-transport-security': `max-age=${year}` }),
  };
}
