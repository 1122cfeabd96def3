import { clients, ownReferrer, sources } from '../worlds/alphabet.ts';
import { domainsOf } from '../worlds/question.ts';
import type { SentHit } from '../worlds/world.ts';

export const hostOf = (workspace: 0 | 1): string => domainsOf(workspace)[0] as string;

export function referrerOf({ source, workspace }: SentHit): string {
  const { referrer } = sources[source];
  return referrer === ownReferrer ? `https://shop.${hostOf(workspace)}/cart` : referrer;
}

export const clientOf = ({ client }: SentHit): string => clients[client].userAgent;
