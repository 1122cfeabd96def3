import { describe, expect, it } from 'vitest';
import { readFacts } from './query-facts.ts';

describe('what the engine says of a query', () => {
  const plan = JSON.stringify({
    system_peak_buffer_memory: 900,
    system_peak_temp_dir_size: 5,
    cumulative_rows_scanned: 70,
    children: [],
  });

  it('is what it read and what it put on the disk', () => {
    expect(readFacts(plan)).toEqual({ spilledBytes: 5, rowsRead: 70 });
  });
});
