import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ask } from './ask.ts';

export type Funnel = {
  id: string;
  /** The UUID of the website. */
  websiteId: string;
  name: string;
  /** As the API writes them: `page:/pricing`, `goal:signup`. */
  steps: string[];
  windowHours: number;
  createdAt: string;
};

/** `base` of the place. */
export type FunnelPlace = { base: string; websiteUuid: string };

const addressOf = ({ base }: FunnelPlace) => `${base}/funnels`;
const keyOf = ({ base }: FunnelPlace) => ['funnels', base];

/** Those of the website, oldest first. */
export function useFunnels(place: FunnelPlace) {
  return useQuery({
    queryKey: keyOf(place),
    queryFn: ({ signal }) => ask<Funnel[]>(addressOf(place), { signal }),
    select: (funnels) => funnels.filter(({ websiteId }) => websiteId === place.websiteUuid),
    staleTime: 60_000,
  });
}

export type FunnelFacts = Pick<Funnel, 'name' | 'steps' | 'windowHours'>;

export type FunnelChange =
  | ({ kind: 'create' } & FunnelFacts)
  | ({ kind: 'update'; id: string } & Partial<FunnelFacts>)
  | { kind: 'delete'; id: string };

export function useChangeFunnel(place: FunnelPlace) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: FunnelChange) => sendChange(place, change),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(place) }),
  });
}

function sendChange(place: FunnelPlace, change: FunnelChange): Promise<Partial<Funnel>> {
  const address = addressOf(place);
  switch (change.kind) {
    case 'create': {
      const { kind: _kind, ...facts } = change;
      return ask(address, { method: 'POST', body: { websiteId: place.websiteUuid, ...facts } });
    }
    case 'update': {
      const { kind: _kind, id, ...facts } = change;
      return ask(`${address}/${id}`, { method: 'PATCH', body: facts });
    }
    case 'delete':
      return ask(`${address}/${change.id}`, { method: 'DELETE' });
  }
}
