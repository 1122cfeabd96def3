import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Networks of IPv4 that are not the public internet (IANA's registry of special-purpose addresses, and multicast). */
const privateIpv4 = buildList('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]);

/** All that is public in IPv6, and what is special within it; 2002::/16 and 2001::/32 lead to addresses of IPv4. */
const publicIpv6 = buildList('ipv6', ['2000::/3']);
const specialIpv6 = buildList('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !privateIpv4.check(address, 'ipv4');
  if (!isIPv6(address)) return false;
  return publicIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6');
}

function buildList(family: 'ipv4' | 'ipv6', networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

/** Names that no resolver of the public internet knows (RFC 6761, RFC 6762, RFC 8375), and those without a dot. */
const privateNames =
  /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa|localdomain|corp|home|private)$/;

/** Whether a name can lead to a public address at all. Where it really leads is checked when it is resolved. */
export function isPublicName(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  return name.includes('.') && !privateNames.test(name);
}
