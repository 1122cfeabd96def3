import { parse as parseDomain } from 'tldts';
import { ANDROID_APP_HOSTS } from './android-app-hosts.ts';
import { memoize } from './bounded-memo.ts';

const MAX_AUTHORITY_LENGTH = 512;
const MAX_HOST_LENGTH = 253;
const MEMO_SIZE = 2_000;

const WEB_ADDRESS = /^(?:https?:)?[/\\]{2}([^/?#\\]*)/i;
const ANDROID_APP = /^android-app:\/\/([^/?#]+)/i;
const BARE_HOST = /^([^\s/?#\\@]+)(?:[/?#]|$)/;

/** The referring host as reports show it: lower case, punycode, no port, no `www.`; '' when there is none. */
export function parseReferrerHost(referrer: string): string {
  const text = referrer.trim();
  if (text === '') return '';
  const authority = WEB_ADDRESS.exec(text)?.[1];
  if (authority !== undefined) return parseHost(authority);
  const app = ANDROID_APP.exec(text)?.[1];
  if (app !== undefined) return ANDROID_APP_HOSTS.get(app.toLowerCase()) ?? '';
  const knownApp = ANDROID_APP_HOSTS.get(text);
  if (knownApp !== undefined) return knownApp;
  const bare = BARE_HOST.exec(text)?.[1];
  return bare === undefined ? '' : parseBareHost(bare);
}

/** Reads `host`, `host:port` or `user@host:port`; a leading `*.` of a domain list is dropped. */
export function parseHost(authority: string): string {
  return authority.length > MAX_AUTHORITY_LENGTH ? '' : parseHostOnce(authority);
}

const parseHostOnce = memoize(MEMO_SIZE, (authority) => {
  const address = `http://${authority.startsWith('*.') ? authority.slice(2) : authority}`;
  if (authority === '' || !URL.canParse(address)) return '';
  const { hostname } = new URL(address);
  const host = dropWww(hostname.endsWith('.') ? hostname.slice(0, -1) : hostname);
  return host.length > MAX_HOST_LENGTH ? '' : host;
});

/** Without a scheme only a known public suffix tells a host from any other text. */
function parseBareHost(text: string): string {
  const host = parseHost(text);
  return host.includes('.') && hasPublicSuffix(host) ? host : '';
}

const hasPublicSuffix = memoize(MEMO_SIZE, (host) => {
  const { isIcann, isPrivate, isIp } = parseDomain(host, { allowPrivateDomains: true });
  return isIp === true || isIcann === true || isPrivate === true;
});

function dropWww(host: string): string {
  return host.startsWith('www.') && host.indexOf('.', 4) !== -1 ? host.slice(4) : host;
}
