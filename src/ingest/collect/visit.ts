import type { KnownWebsite } from '../../contract/known-website.ts';
import type { IdentityOrigin } from '../../store/analytics/tables.ts';
import type { Message } from './message.ts';

/** What came in over HTTP. The address serves the country, the limits and the cookieless id, and is not kept. */
export type Arrival = {
  text: string;
  address: string;
  userAgent: string;
  language: string;
  /** From a CDN in front of us that is trusted; '' otherwise. */
  countryHeader: string;
  isPrefetch: boolean;
  /** The host of the page by the browser's own word, for messages that cannot be read; '' when it does not say. */
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
  /** Of an identify: whose word it is. */
  identityOrigin: IdentityOrigin;
  visitorId: string;
  sessionId: string;
};
