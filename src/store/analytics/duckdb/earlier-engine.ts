import { existsSync } from 'node:fs';
import { EngineFileError } from './engine-file-error.ts';

/** Before anything is written: a new engine beside the records of an earlier one would look as if they were lost. */
export function refuseEarlierEngine(paths: { enginePath: string; legacyEngineDirectory: string }): void {
  if (existsSync(paths.legacyEngineDirectory) && !existsSync(paths.enginePath)) {
    throw new EngineFileError('earlier-engine', paths.legacyEngineDirectory);
  }
}
