import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ask } from './ask.ts';

export type Role = 'owner' | 'member' | 'viewer';

export type Website = {
  /** The UUID, by which settings and segments name it. */
  id: string;
  /** The public ID, by which reports and addresses of the dashboard name it. */
  websiteId: string;
  domains: string[];
  createdAt: string;
};

export type Workspace = {
  id: string;
  name: string;
  role: Role;
  retentionDays: number | null;
  timezone: string;
  currency: string;
  websites: Website[];
};

export type AppState = {
  needsSetUp: boolean;
  mail: boolean;
  /** Where people and scripts reach the server, where the operator said it. */
  publicUrl: string | null;
  version: string;
  user: null | { id: string; email: string; hasTotp: boolean };
  workspaces: Workspace[];
  mayCreateWorkspace: boolean;
};

export const appStateKey = ['state'] as const;

export const appStateQuery = {
  queryKey: appStateKey,
  queryFn: ({ signal }: { signal: AbortSignal }) => ask<AppState>('/app/state', { signal }),
  staleTime: 60_000,
};

export const useAppState = () => useQuery(appStateQuery);

/** After anything that changes who is signed in, or what they have. */
export function useRefreshAppState(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: appStateKey });
}
