import { getDomain, parse as parseDomain } from 'tldts';
import { AI_HOSTS } from './ai-hosts.ts';
import { memoize } from './bounded-memo.ts';
import { MAIL_HOSTS } from './mail-hosts.ts';
import { PAYMENT_HOSTS } from './payment-hosts.ts';
import { SEARCH_ENGINES } from './search-hosts.ts';
import { SOCIAL_HOSTS } from './social-hosts.ts';
import { VIDEO_HOSTS } from './video-hosts.ts';

export type HostKind = 'search' | 'social' | 'video' | 'ai' | 'mail' | 'payment';

export type HostFacts = {
  /** Registrable domain, private suffixes included; the host itself where there is none (IP, localhost). */
  domain: string;
  kind: HostKind | undefined;
  /** Query parameters in which this search engine carries the search term. */
  termParameters: readonly string[];
  aiOperator: string | undefined;
};

type TableEntry = {
  kind: HostKind;
  withSubdomains: boolean;
  termParameters: readonly string[];
  aiOperator: string | undefined;
};

/** These run one site under many country suffixes; the tables name only their `.com` form. */
const REGIONAL_BRANDS: ReadonlySet<string> = new Set([
  'aol',
  'ask',
  'bing',
  'google',
  'lycos',
  'pinterest',
  'rakuten',
  'yahoo',
  'yandex',
]);

const MEMO_SIZE = 4_000;
const NO_TERMS: readonly string[] = [];
const TABLE = buildTable();

/** Takes a host as `parseHost` gives it, '' included. */
export const classifyHost = memoize(MEMO_SIZE, (host): HostFacts => {
  const entry = findEntry(host) ?? findRegionalEntry(host);
  return {
    domain: getDomain(host, { allowPrivateDomains: true, extractHostname: false }) ?? host,
    kind: entry?.kind,
    termParameters: entry?.termParameters ?? NO_TERMS,
    aiOperator: entry?.aiOperator,
  };
});

/** The longest listed suffix wins, so mail.google.com is not google.com. */
function findEntry(host: string): TableEntry | undefined {
  const exact = TABLE.get(host);
  if (exact !== undefined) return exact;
  for (let dot = host.indexOf('.'); dot !== -1; dot = host.indexOf('.', dot + 1)) {
    const entry = TABLE.get(host.slice(dot + 1));
    if (entry?.withSubdomains) return entry;
  }
  return undefined;
}

function findRegionalEntry(host: string): TableEntry | undefined {
  const { domainWithoutSuffix: brand, publicSuffix, isIcann } = parseDomain(host);
  if (!isIcann || !brand || !publicSuffix || !REGIONAL_BRANDS.has(brand)) return undefined;
  return isCountrySuffix(publicSuffix) ? findEntry(`${host.slice(0, -publicSuffix.length)}com`) : undefined;
}

/** Country suffixes have two letters at the end (`de`, `co.uk`, `com.br`); `cat` serves Catalan as one. */
function isCountrySuffix(suffix: string): boolean {
  return suffix === 'cat' || /(?:^|\.)[a-z]{2}$/.test(suffix);
}

function buildTable(): ReadonlyMap<string, TableEntry> {
  const table = new Map<string, TableEntry>();
  for (const engine of SEARCH_ENGINES) {
    for (const host of engine.hosts) table.set(host, buildEntry('search', true, engine.termParameters));
    for (const host of engine.exactHosts ?? []) {
      table.set(host, buildEntry('search', false, engine.termParameters));
    }
  }
  for (const assistant of AI_HOSTS) {
    for (const host of assistant.hosts) {
      table.set(host, { ...buildEntry('ai', true), aiOperator: assistant.operator });
    }
  }
  const plain: readonly [HostKind, readonly string[]][] = [
    ['social', SOCIAL_HOSTS],
    ['video', VIDEO_HOSTS],
    ['mail', MAIL_HOSTS],
    ['payment', PAYMENT_HOSTS],
  ];
  for (const [kind, hosts] of plain) for (const host of hosts) table.set(host, buildEntry(kind, true));
  return table;
}

function buildEntry(kind: HostKind, withSubdomains: boolean, termParameters = NO_TERMS): TableEntry {
  return { kind, withSubdomains, termParameters, aiOperator: undefined };
}
