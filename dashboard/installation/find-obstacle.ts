const localName = /^(localhost|.+\.local(host)?)$/;
const loopback = /^(127(\.\d+){3}|\[::1\])$/;
const privateAddress =
  /^(10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|169\.254(\.\d+){2}|\[f[cde][^\]]*\])$/;
const privateName = /^([^.]+|.+\.(internal|intranet|lan|home|corp|home\.arpa))$/;

/** A page on this computer, as the server sees it: counted where the tag asks for it alone. */
export const isLocalHost = (host: string): boolean => localName.test(host) || loopback.test(host);

/**
 * Why browsers of a website's visitors cannot load the script from an address, and what to do; undefined where nothing
 * speaks against it. A website of one's own network is reached from there.
 */
export function findObstacle(address: string, domains: readonly string[]): string | undefined {
  const { protocol, hostname, origin } = new URL(address);
  const live = domains.find((domain) => !isLocalHost(domain) && !isOfOwnNetwork(domain));
  if (live === undefined) return undefined;
  const remedy = `Run Footfall where visitors of ${live} reach it, and set FOOTFALL_PUBLIC_URL to that address.`;
  if (isLocalHost(hostname)) return `Only this computer reaches ${origin}. ${remedy}`;
  if (isOfOwnNetwork(hostname)) return `Only your own network reaches ${origin}. ${remedy}`;
  if (protocol === 'http:') {
    return `Browsers load nothing from ${origin} on pages with https. Put Footfall behind https, and set FOOTFALL_PUBLIC_URL to that address.`;
  }
  return undefined;
}

const isOfOwnNetwork = (host: string): boolean => privateAddress.test(host) || privateName.test(host);
