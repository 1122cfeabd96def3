/**
 * The domain in what was typed so far, for the words beside the field; undefined where it is none. What is counted is
 * decided by the server in the same way.
 */
export function findTypedDomain(text: string): string | undefined {
  const written = text.trim();
  const address = written.includes('://') ? written : `https://${written}`;
  if (/[\s@,]/.test(written) || !URL.canParse(address)) return undefined;
  const host = new URL(address).hostname.replace(/\.$/, '');
  return /\.[^.\d]/.test(host) ? host.replace(/^www\.(?=[^.]+\.)/, '') : undefined;
}
