import { existsSync } from 'node:fs';
import { EngineFileError } from './engine-file-error.ts';

/**
 * Checked before anything is written: with a new engine beside the records of an earlier one, these would seem lost.
 */
export function refuseEarlierEngine(paths: { enginePath: string; legacyEngineDirectory: string }): void {
  if (existsSync(paths.legacyEngineDirectory) && !existsSync(paths.enginePath)) {
    throw new EngineFileError('earlier-engine', paths.legacyEngineDirectory);
  }
}
