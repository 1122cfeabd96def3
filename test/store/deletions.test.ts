import { join } from 'node:path';
import { openLocalEngine } from '../../src/store/analytics/duckdb/local-engine.ts';
import { describeDeletions } from './describe-deletions.ts';

describeDeletions('the embedded engine', (folder) =>
  openLocalEngine({
    path: ':memory:',
    memoryLimitMb: 512,
    temporaryDirectory: join(folder, 'temporary'),
    temporaryLimitMb: 512,
  }),
);
