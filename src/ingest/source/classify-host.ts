import { getDomain, parse as parseDomain } from 'tldts';
import { aiHosts } from './ai-hosts.ts';
import { memoize } from './bounded-memo.ts';
import { mailHosts } from './mail-hosts.ts';
import { paymentHosts } from './payment-hosts.ts';
import { searchEngines } from './search-hosts.ts';
import { socialHosts } from './social-hosts.ts';
import { videoHosts } from './video-hosts.ts';

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
const regionalBrands: ReadonlySet<string> = new Set([
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

const memoSize = 4_000;
const noTerms: readonly string[] = [];
const hostTable = buildTable();

/** Takes a host as `parseHost` gives it, '' included. */
export const classifyHost = memoize(memoSize, (host): HostFacts => {
  const entry = findEntry(host) ?? findRegionalEntry(host);
  return {
    domain: getDomain(host, { allowPrivateDomains: true, extractHostname: false }) ?? host,
    kind: entry?.kind,
    termParameters: entry?.termParameters ?? noTerms,
    aiOperator: entry?.aiOperator,
  };
});

/** The longest listed suffix wins, so mail.google.com is not google.com. */
function findEntry(host: string): TableEntry | undefined {
  const exact = hostTable.get(host);
  if (exact !== undefined) return exact;
  for (let dot = host.indexOf('.'); dot !== -1; dot = host.indexOf('.', dot + 1)) {
    const entry = hostTable.get(host.slice(dot + 1));
    if (entry?.withSubdomains) return entry;
  }
  return undefined;
}

function findRegionalEntry(host: string): TableEntry | undefined {
  const { domainWithoutSuffix: brand, publicSuffix, isIcann } = parseDomain(host);
  if (!isIcann || !brand || !publicSuffix || !regionalBrands.has(brand)) return undefined;
  return isCountrySuffix(publicSuffix) ? findEntry(`${host.slice(0, -publicSuffix.length)}com`) : undefined;
}

/** Country suffixes have two letters at the end (`de`, `co.uk`, `com.br`); `cat` serves Catalan as one. */
function isCountrySuffix(suffix: string): boolean {
  return suffix === 'cat' || /(?:^|\.)[a-z]{2}$/.test(suffix);
}

function buildTable(): ReadonlyMap<string, TableEntry> {
  const table = new Map<string, TableEntry>();
  for (const engine of searchEngines) {
    for (const host of engine.hosts) table.set(host, buildEntry('search', true, engine.termParameters));
    for (const host of engine.exactHosts ?? []) {
      table.set(host, buildEntry('search', false, engine.termParameters));
    }
  }
  for (const assistant of aiHosts) {
    for (const host of assistant.hosts) {
      table.set(host, { ...buildEntry('ai', true), aiOperator: assistant.operator });
    }
  }
  const plain: readonly [HostKind, readonly string[]][] = [
    ['social', socialHosts],
    ['video', videoHosts],
    ['mail', mailHosts],
    ['payment', paymentHosts],
  ];
  for (const [kind, hosts] of plain) for (const host of hosts) table.set(host, buildEntry(kind, true));
  return table;
}

function buildEntry(kind: HostKind, withSubdomains: boolean, termParameters = noTerms): TableEntry {
  return { kind, withSubdomains, termParameters, aiOperator: undefined };
}
