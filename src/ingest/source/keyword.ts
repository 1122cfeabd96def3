import type { HostFacts } from './classify-host.ts';

const maxLength = 255;
/** A term stands early in a query; this bounds the work on a hostile referrer. */
const maxQueryLength = 4_096;

/** utm_term, else the term a search engine's referrer carries, else `(not provided)` for search engines. */
export function buildKeyword(utmTerm: string, referrer: string, facts: HostFacts): string {
  const tagged = cleanTerm(utmTerm);
  if (tagged !== '' || facts.kind !== 'search') return tagged;
  return findSearchTerm(referrer, facts.termParameters) || '(not provided)';
}

function findSearchTerm(referrer: string, parameters: readonly string[]): string {
  const start = referrer.indexOf('?');
  if (start === -1) return '';
  const end = referrer.indexOf('#', start);
  const query = referrer.slice(start + 1, end === -1 ? start + maxQueryLength : end);
  const values = new URLSearchParams(query.slice(0, maxQueryLength));
  for (const parameter of parameters) {
    const term = cleanTerm(values.get(parameter) ?? '');
    if (term !== '') return term;
  }
  return '';
}

/** Stores refuse NUL and lone surrogates, so neither leaves this file. */
function cleanTerm(text: string): string {
  if (text === '') return '';
  const clean = text
    .slice(0, 2 * maxLength)
    .replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .trim();
  return cutAtCharacter(clean);
}

function cutAtCharacter(text: string): string {
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, maxLength);
  const endsInHighSurrogate = (cut.charCodeAt(maxLength - 1) & 0xfc00) === 0xd800;
  return endsInHighSurrogate ? cut.slice(0, -1) : cut;
}
