import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { BrowserIdentities } from '../../src/contract/browser-identities.ts';
import { ask } from './ask.ts';

export type IdentitySettings = {
  browserIdentities: BrowserIdentities;
  /** Null until one is made. */
  secret: string | null;
};

const keyOf = (address: string) => ['identities', address];

/** What a website asks of identities from browsers; `change` and `rotate` keep what the server answers. */
export function useIdentitySettings(address: string) {
  const client = useQueryClient();
  const keep = (settings: IdentitySettings) => client.setQueryData(keyOf(address), settings);
  return {
    query: useQuery({
      queryKey: keyOf(address),
      queryFn: ({ signal }) => ask<IdentitySettings>(address, { signal }),
    }),
    change: async (browserIdentities: BrowserIdentities) =>
      keep(await ask<IdentitySettings>(address, { method: 'PATCH', body: { browserIdentities } })),
    rotate: async () => keep(await ask<IdentitySettings>(`${address}/secret`, { method: 'POST' })),
  };
}
