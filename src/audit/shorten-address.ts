import { isIPv4, isIPv6 } from 'node:net';

/** The network that an address lies in, and not the address: 203.0.113.0/24, 2001:db8:1::/48. */
export function shortenAddress(address: string | undefined): string {
  const plain = address?.replace(/^::ffff:(?=\d+\.)/, '') ?? '';
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  if (!isIPv6(plain)) return '';
  const [head = ''] = plain.split('::');
  const groups = head === '' ? [] : head.split(':').slice(0, 3);
  return `${groups.join(':')}::/48`;
}
