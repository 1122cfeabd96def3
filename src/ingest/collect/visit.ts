import type { KnownWebsite } from '../../contract/known-website.ts';
import type { IdentityOrigin } from '../../store/analytics/tables.ts';
import type { Message } from './message.ts';

/** What came in over HTTP. The address serves the country, the limits and the cookieless id, and is not stored. */
export type Arrival = {
  text: string;
  address: string;
  userAgent: string;
  language: string;
  /** The country by a trusted CDN in front of us; '' otherwise. */
  countryHeader: string;
  isPrefetch: boolean;
  /** The page's host by the Origin header, for messages that cannot be read; '' without one. */
  originHost: string;
  at: number;
};

/** A hit on its way through the steps; each step reads what the ones before it found. */
export type Visit = {
  arrival: Arrival;
  message: Message;
  url: URL;
  website: KnownWebsite;
  path: string;
  /** For an identify: whether the browser or the owner's server vouches for it. */
  identityOrigin: IdentityOrigin;
  visitorId: string;
  sessionId: string;
};
