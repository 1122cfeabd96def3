import { ask } from './ask.ts';

/** Who it is about: one of the two. */
export type PersonName = { visitor_id: string } | { external_id: string };

export type FoundPerson = {
  website_id: string;
  visitor_ids: readonly string[];
  identified: boolean;
  first_seen: string;
  last_seen: string;
  sessions: number;
  records: Record<string, number>;
};

export type Erasure = {
  id: string;
  website_id: string | null;
  named_by: 'visitor_id' | 'external_id';
  erased_by: string;
  erased_at: string;
  visitors: number;
  analytics: Record<string, number>;
  spool: Record<string, number>;
  control: Record<string, number>;
  files_clean_at: string | null;
};

type Target = { base: string; websiteId: string; name: PersonName };

const post = async <Answer>(verb: string, { base, websiteId, name }: Target): Promise<Answer> => {
  const body = { website_id: websiteId, ...name };
  return (await ask<{ data: Answer }>(`${base}/api/pixel/persons/${verb}`, { method: 'POST', body })).data;
};

export const findPerson = async (target: Target): Promise<FoundPerson | undefined> =>
  (await post<{ websites: FoundPerson[] }>('find', target)).websites[0];

export const erasePerson = (target: Target) => post<Erasure>('erase', target);

/** Saves everything recorded of the person as a file. */
export async function downloadPerson(target: Target): Promise<void> {
  const exported = await post<unknown>('export', target);
  const file = new Blob([JSON.stringify(exported, undefined, 2)], { type: 'application/json' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = 'person.json';
  link.click();
  URL.revokeObjectURL(link.href);
}
