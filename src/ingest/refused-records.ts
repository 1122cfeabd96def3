/** Records that the engine refused and the spool still holds: people can look at them and have them retried. */
import { existsSync } from 'node:fs';
import { buildRows, type RecordRows } from './build-records.ts';
import { openSpoolFiles, type SpoolFiles } from './spool-files.ts';
import { parseRecord } from './spool-group.ts';

export type RefusedRecord = {
  /** The record's place in the order of acceptance. */
  name: string;
  tables: string[];
  /** Unix milliseconds. */
  refusedAt: number;
  reason: string;
  rows: RecordRows;
};

export type RefusedRecords = {
  list(): RefusedRecord[];
  /** Has the drain of this server or the next retry them: all of them, or none where one is unknown. */
  retry(names: readonly string[] | 'all'): Promise<{ count: number; unknown: readonly string[] }>;
  close(): Promise<void>;
};

/** undefined where there is no spool yet: looking at it must not create one. */
export function openRefusedRecords(directory: string): RefusedRecords | undefined {
  if (!existsSync(directory)) return undefined;
  const files = openSpoolFiles(directory);
  return { list: () => listRefused(files), retry: (names) => askForRetry(files, names), close: files.close };
}

function listRefused({ refused, lookAnew }: SpoolFiles): RefusedRecord[] {
  lookAnew();
  return [...refused.getRange()].map(({ key, value: { line, reason, at } }) => {
    const rows = buildWhatCanBe(line, key);
    return { name: String(key), tables: Object.keys(rows), refusedAt: at, reason, rows };
  });
}

/** A record that was refused because no rows could be built has none. */
function buildWhatCanBe(line: string, seq: number): RecordRows {
  try {
    return buildRows(parseRecord({ line }), seq);
  } catch {
    return {};
  }
}

async function askForRetry(
  files: SpoolFiles,
  names: readonly string[] | 'all',
): ReturnType<RefusedRecords['retry']> {
  const { refused, read, write, change } = files;
  return change(() => {
    const known = new Map([...refused.getKeys()].map((seq) => [String(seq), seq]));
    const wanted = new Set(names === 'all' ? known.keys() : names);
    const unknown = [...wanted].filter((name) => !known.has(name));
    const found = [...wanted].flatMap((name) => known.get(name) ?? []);
    if (unknown.length > 0 || found.length === 0) return { count: 0, unknown };
    write('retry', [...new Set([...(read('retry') ?? []), ...found])]);
    return { count: found.length, unknown };
  });
}
