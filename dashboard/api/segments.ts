import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ask } from './ask.ts';

export type Segment = {
  id: string;
  name: string;
  /** As parameters of a report: `{ country: 'is:DE,FR' }`. Others may have stored something else. */
  filters: Record<string, unknown>;
};

export type SegmentPlace = { workspaceId: string; websiteUuid: string };

const addressOf = ({ workspaceId }: SegmentPlace) => `/app/workspaces/${workspaceId}/api/pixel/segments`;
const keyOf = ({ websiteUuid }: SegmentPlace) => ['segments', websiteUuid];

export function useSegments(place: SegmentPlace, isAllowed = true) {
  return useQuery({
    queryKey: keyOf(place),
    queryFn: async ({ signal }) => {
      const address = `${addressOf(place)}?website_id=${place.websiteUuid}&limit=1000`;
      return (await ask<{ data: Segment[] }>(address, { signal })).data;
    },
    enabled: isAllowed,
    staleTime: 60_000,
  });
}

export type SegmentChange =
  | { kind: 'create'; name: string; filters: Record<string, string> }
  | { kind: 'update'; id: string; name?: string; filters?: Record<string, string> }
  | { kind: 'delete'; id: string };

export function useChangeSegment(place: SegmentPlace) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: SegmentChange) => sendChange(place, change),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(place) }),
  });
}

function sendChange(place: SegmentPlace, change: SegmentChange): Promise<unknown> {
  const address = addressOf(place);
  switch (change.kind) {
    case 'create': {
      const body = { website_id: place.websiteUuid, name: change.name, filters: change.filters };
      return ask(address, { method: 'POST', body });
    }
    case 'update': {
      const { name, filters } = change;
      return ask(`${address}/${change.id}`, { method: 'PATCH', body: { name, filters } });
    }
    case 'delete':
      return ask(`${address}/${change.id}`, { method: 'DELETE' });
  }
}
