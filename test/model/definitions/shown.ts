import { type Facts, noFacts } from './record.ts';
import type { Session } from './sessions.ts';

/** The words under which facts are shown; a goal or payment without a session has none. */
const emptyWords: Record<keyof Facts, string> = {
  referrerHost: '(direct)',
  referrerDomain: '(direct)',
  channel: 'Direct',
  keyword: '(none)',
  utmSource: '(none)',
  utmMedium: '(none)',
  utmCampaign: '(none)',
  utmTerm: '(none)',
  utmContent: '(none)',
  country: 'ZZ',
  device: 'unknown',
  browser: 'unknown',
  browserVersion: 'unknown',
  os: 'unknown',
  osVersion: 'unknown',
  language: 'unknown',
  aiOperator: '',
};

export function shown(fact: keyof Facts, session: { facts: Facts } | undefined): string {
  return (session?.facts ?? noFacts)[fact] || emptyWords[fact];
}

/** utm_source, else the referring host, else `(direct)`. */
export function shownSource(session: Session | undefined): string {
  return session?.facts.utmSource || shown('referrerHost', session);
}
