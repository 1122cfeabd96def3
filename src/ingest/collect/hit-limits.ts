/**
 * Counts hits per address and per website in a fixed window of a minute. The two are counted apart from each
 * other: a hit that is refused because of its address must not use up the limit of the website.
 */
export type HitLimits = {
  allowsAddress(address: string, at: number): boolean;
  allowsWebsite(websiteId: string, at: number): boolean;
};

const minuteMs = 60_000;

export function createHitLimits(perAddress: number, perWebsite: number): HitLimits {
  let startedAt = 0;
  const addresses = new Map<string, number>();
  const websites = new Map<string, number>();

  const reset = () => {
    addresses.clear();
    websites.clear();
  };
  // The timer clears it also when no further hit comes: an address is never held longer than its minute.
  const timer = setInterval(reset, minuteMs);
  timer.unref();

  const count = (counts: Map<string, number>, key: string, at: number) => {
    if (at - startedAt >= minuteMs || at < startedAt) {
      startedAt = at;
      reset();
    }
    const hits = (counts.get(key) ?? 0) + 1;
    counts.set(key, hits);
    return hits;
  };

  return {
    allowsAddress: (address, at) => count(addresses, networkOf(address), at) <= perAddress,
    allowsWebsite: (websiteId, at) => count(websites, websiteId, at) <= perWebsite,
  };
}

/** The first half of an IPv6 address: its owner chooses the other half, and would have a limit for each choice. */
function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address;
  const [head = '', tail] = address.split('::', 2);
  const groups = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length);
  const zeros = Array.from({ length: Math.max(0, missing) }, () => '0');
  return [...groups, ...zeros, ...(tail ?? '').split(':')].slice(0, 4).join(':');
}
