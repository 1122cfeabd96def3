/**
 * Visitors and what they did, as rows and steps. What lives here: how a visitor, a session and a step look wherever they
 * stand. What must not: asking the server, or knowing which page it is on.
 */
import { formatCountry, formatDevice } from '../format/names.ts';

/** A row of the sessions report. */
export type Session = {
  session_id: string;
  visitor_id: string;
  started_at: string;
  duration_seconds: number;
  pageviews: string;
  events: string;
  entry_page: string | null;
  exit_page: string | null;
  country: string;
  device: string;
  browser: string;
  os: string;
  channel: string;
  referrer: string;
  is_bounce: boolean;
};

export const sessionsReport = 'pixel/metrics/sessions';

/** "Germany · Mobile · Safari"; what is unknown is left away. */
export function describeClient({ country, device, browser }: Session): string {
  const parts = [
    country === 'ZZ' ? '' : formatCountry(country),
    device === 'unknown' ? '' : formatDevice(device),
    browser === 'unknown' ? '' : browser,
  ];
  return parts.filter(Boolean).join(' · ') || 'Unknown place and device';
}

export const describeSource = ({ referrer, channel }: Session): string =>
  referrer === '(direct)' ? channel : referrer;
