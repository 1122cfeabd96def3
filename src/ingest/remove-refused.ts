import type { AcceptedRecord } from './accepted-record.ts';
import type { SpoolFiles } from './spool-files.ts';
import { parseRecord } from './spool-group.ts';

export function removeRefused(
  { refused, read, write, change }: SpoolFiles,
  isWanted: (record: AcceptedRecord) => boolean,
): number {
  return change(() => {
    const wanted = [...refused.getRange()].flatMap(({ key, value: { line } }) =>
      isWanted(parseRecord({ line })) ? [key] : [],
    );
    for (const key of wanted) refused.removeSync(key);
    if (wanted.length > 0) write('refusals', (read('refusals') ?? 0) + 1);
    return wanted.length;
  });
}
