import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Scope } from '../../src/contract/scopes.ts';
import type { Role } from './app-state.ts';
import { ask } from './ask.ts';

export type SignIn = {
  id: string;
  /** The one that asks. */
  current: boolean;
  createdAt: string;
  lastSeenAt: string;
  browser: string;
  operatingSystem: string;
  country: string;
};

export type ApiKey = {
  id: string;
  name: string;
  prefix: string;
  scopes: Scope[];
  lastUsedAt: string | null;
  createdAt: string;
  expiresAt: string | null;
  /** Null for keys of the command line, and very old ones. */
  createdBy: null | { userId: string; email: string };
};

export type CreatedKey = ApiKey & {
  /** Shown now and never again. */
  key: string;
};

export type Member = { userId: string; email: string; role: Role; joinedAt?: string; hasTotp: boolean };

export type PendingInvitation = { id: string; email: string | null; role: Role; expiresAt: string };

export type CreatedInvitation = PendingInvitation & { link: string; mailed: boolean };

export const signInsAddress = '/app/sign-ins';
export const addressOf = (workspaceId: string, path = '') => `/app/workspaces/${workspaceId}${path}`;

/** A list of the settings by its address. */
export function useListed<Item>(address: string, everyMs?: number) {
  return useQuery({
    queryKey: ['listed', address],
    queryFn: ({ signal }) => ask<Item[]>(address, { signal }),
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
  });
}

/** After one of its items has changed. */
export function useRefreshListed(address: string): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['listed', address] });
}
