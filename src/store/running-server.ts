import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const pathIn = (directory: string) => join(directory, 'server.url');

/** For commands on the same data directory: where its server listens. */
export function noteServerUrl(directory: string, url: string): () => void {
  writeFileSync(pathIn(directory), url, { mode: 0o600 });
  return () => rmSync(pathIn(directory), { force: true });
}

/** A server that was killed has left its URL behind: whoever asks there gets no answer. */
export function findServerUrl(directory: string): string | undefined {
  try {
    return readFileSync(pathIn(directory), 'utf8').trim();
  } catch {
    return undefined;
  }
}
