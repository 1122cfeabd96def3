import { parse as parseDomain } from 'tldts';
import { androidAppHosts } from './android-app-hosts.ts';
import { memoize } from './bounded-memo.ts';

const maxAuthorityLength = 512;
const maxHostLength = 253;
const memoSize = 2_000;

const webAddress = /^(?:https?:)?[/\\]{2}([^/?#\\]*)/i;
const androidApp = /^android-app:\/\/([^/?#]+)/i;
const bareHost = /^([^\s/?#\\@]+)(?:[/?#]|$)/;

/** The referring host as reports show it: lower case, punycode, no port, no `www.`; '' when there is none. */
export function parseReferrerHost(referrer: string): string {
  const text = referrer.trim();
  if (text === '') return '';
  const authority = webAddress.exec(text)?.[1];
  if (authority !== undefined) return parseHost(authority);
  const app = androidApp.exec(text)?.[1];
  if (app !== undefined) return androidAppHosts.get(app.toLowerCase()) ?? '';
  const knownApp = androidAppHosts.get(text);
  if (knownApp !== undefined) return knownApp;
  const bare = bareHost.exec(text)?.[1];
  return bare === undefined ? '' : parseBareHost(bare);
}

/** Reads `host`, `host:port` or `user@host:port`; a leading `*.` of a domain list is dropped. */
export function parseHost(authority: string): string {
  return authority.length > maxAuthorityLength ? '' : parseHostOnce(authority);
}

const parseHostOnce = memoize(memoSize, (authority) => {
  const address = `http://${authority.startsWith('*.') ? authority.slice(2) : authority}`;
  if (authority === '' || !URL.canParse(address)) return '';
  const { hostname } = new URL(address);
  const host = dropWww(hostname.endsWith('.') ? hostname.slice(0, -1) : hostname);
  return host.length > maxHostLength ? '' : host;
});

/** Without a scheme only a known public suffix tells a host from any other text. */
function parseBareHost(text: string): string {
  const host = parseHost(text);
  return host.includes('.') && hasPublicSuffix(host) ? host : '';
}

const hasPublicSuffix = memoize(memoSize, (host) => {
  const { isIcann, isPrivate, isIp } = parseDomain(host, { allowPrivateDomains: true });
  return isIp === true || isIcann === true || isPrivate === true;
});

function dropWww(host: string): string {
  return host.startsWith('www.') && host.indexOf('.', 4) !== -1 ? host.slice(4) : host;
}
