import { isIP } from 'node:net';
import { DeliveryRefused } from '../contract/delivery-refused.ts';
import { isPublicAddress, isPublicName } from './public-address.ts';

export type AddressRules = {
  /** By the operator: webhooks may lead to this machine and its own network. */
  allowsPrivate: boolean;
};

const longestUrl = 2048;

/** What a person typed, as far as it can be judged before its name is resolved. */
export function parseWebhookUrl(text: string, { allowsPrivate }: AddressRules): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || text.length > longestUrl || !['http:', 'https:'].includes(url.protocol)) {
    throw new DeliveryRefused('Enter a whole address that begins with https://.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new DeliveryRefused('The address must not hold a user name or password.');
  }
  if (!allowsPrivate && !isPublicHost(hostOf(url))) throw buildPrivateRefusal();
  return url;
}

/** Without the brackets of IPv6. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

function isPublicHost(host: string): boolean {
  return isIP(host) === 0 ? isPublicName(host) : isPublicAddress(host);
}

export function buildPrivateRefusal(): DeliveryRefused {
  return new DeliveryRefused(
    'The address leads into a private network. Only addresses of the public internet are sent to.',
  );
}
