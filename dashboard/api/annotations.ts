import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useWebsite } from '../shell/place.tsx';
import { addDays, type Day } from '../view/day.ts';
import type { Range } from '../view/period.ts';
import { ask } from './ask.ts';

export type Annotation = {
  id: string;
  /** In the zone of the workspace, where it has a moment too. */
  day: Day;
  at: string | null;
  note: string;
  /** Missing where it is read by a share link. */
  author?: string;
};

const queryName = 'annotations';

/** A day more at both ends: a moment may be on another day in the zone that is looked at. */
export function useAnnotations({ from, to }: Range) {
  const { base, website, shared } = useWebsite();
  const days = `from_date=${addDays(from, -1)}&to_date=${addDays(to, 1)}`;
  const address = shared
    ? `${base}/annotations?${days}`
    : `${base}/api/pixel/annotations?website_id=${website.id}&limit=1000&${days}`;
  return useQuery({
    queryKey: [queryName, address],
    queryFn: async ({ signal }) => (await ask<{ data: Annotation[] }>(address, { signal })).data,
    staleTime: 60_000,
  });
}

export type AnnotationChange =
  | { kind: 'create'; day: Day; note: string }
  | { kind: 'update'; id: string; day?: Day; note: string }
  | { kind: 'delete'; id: string };

export function useChangeAnnotation() {
  const { base, website } = useWebsite();
  const client = useQueryClient();
  const address = `${base}/api/pixel/annotations`;
  return useMutation({
    mutationFn: (change: AnnotationChange) => {
      const { kind, ...fields } = change;
      if (kind === 'create') {
        return ask(address, { method: 'POST', body: { website_id: website.id, ...fields } });
      }
      const { id, ...body } = fields as { id: string };
      return kind === 'delete'
        ? ask(`${address}/${id}`, { method: 'DELETE' })
        : ask(`${address}/${id}`, { method: 'PATCH', body });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: [queryName] }),
  });
}
