import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../contract/errors.ts';
import type { WorkspaceId } from '../contract/ids.ts';
import type { Row } from '../store/analytics/analytics-engine.ts';
import { EngineUnavailable, QueryCancelled } from '../store/analytics/engine-errors.ts';
import type { Sources } from '../store/analytics/relations.ts';
import { sql } from '../store/analytics/sql.ts';
import { createRecordExport, type ExportFormat } from './export-records.ts';

const reader = { workspaceId: 'workspace' as WorkspaceId, retentionDays: null };
const websites = { has: async () => true };
const payments = { payments: () => sql`payments` } as unknown as Sources;

const payment = {
  ts: 1_772_323_200_123n,
  amount: '1234567890123.450000',
  kind: 'plain',
  visitor_id: '=1+1',
  transaction_id: 'a "b"',
  currency: 'EUR',
};

function open(stream: () => AsyncIterable<readonly Row[]>, format: ExportFormat) {
  const engine = { openSources: async () => payments, stream };
  const choice = { websiteId: 'website', table: 'payments', format } as const;
  return createRecordExport(engine, websites, () => 0).open(reader, choice, new AbortController().signal);
}

describe('the records of a website as text', () => {
  const rows = async function* () {
    yield [payment];
    yield [];
    yield [{ ...payment, amount: '-9' }];
  };

  it('is a line of JSON for each, with every digit of an amount', async () => {
    const lines = (await text(await open(rows, 'ndjson'))).split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain('"amount":1234567890123.45,');
    expect(lines.slice(0, 2).map((line) => JSON.parse(line))).toEqual([
      { ...payment, ts: '2026-03-01T00:00:00.123Z', amount: 1234567890123.45 },
      { ...payment, ts: '2026-03-01T00:00:00.123Z', amount: -9 },
    ]);
  });

  it('is a row of cells for each, none of them a formula', async () => {
    const lines = (await text(await open(rows, 'csv'))).split('\n');
    expect(lines[0]).toBe('"ts","amount","kind","visitor_id","transaction_id","currency"');
    expect(lines[1]).toBe(`"2026-03-01T00:00:00.123Z",1234567890123.45,"plain","'=1+1","a ""b""","EUR"`);
    expect(lines).toHaveLength(4);
  });

  it('is written a few hundred rows at a time, and others have their turn in between', async () => {
    let written = 0;
    const many = Array.from({ length: 5_000 }, () => ({
      ...payment,
      get currency() {
        written += 1;
        return 'EUR';
      },
    }));
    let most = 0;
    let seen = 0;
    const look = () => {
      most = Math.max(most, written - seen);
      seen = written;
      if (written < many.length) setImmediate(look);
    };
    setImmediate(look);
    const all = await text(
      await open(async function* () {
        yield many;
      }, 'ndjson'),
    );
    expect(all.trimEnd().split('\n')).toHaveLength(5_000);
    expect(most).toBeLessThanOrEqual(512);
  });

  it('says nothing of a failure where its reader has gone away', async () => {
    // biome-ignore lint/correctness/useYield: it ends before the first rows
    const cancelled = async function* (): AsyncGenerator<readonly Row[]> {
      throw new QueryCancelled();
    };
    const refused = await open(cancelled, 'csv').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ApiError);
    expect((refused as ApiError).cause).toBeUndefined();
  });

  it('is an error of its own where the engine has none to begin with', async () => {
    // biome-ignore lint/correctness/useYield: it fails before the first rows
    const away = async function* (): AsyncGenerator<readonly Row[]> {
      throw new EngineUnavailable('away');
    };
    const refused = await open(away, 'csv').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused).toMatchObject({ code: 'upstream_unavailable' });
  });

  it('is no longer asked for when its reader goes away', async () => {
    let isClosed = false;
    const endless = async function* () {
      try {
        for (;;) yield [payment];
      } finally {
        isClosed = true;
      }
    };
    const stream = await open(endless, 'ndjson');
    stream.destroy();
    await expect.poll(() => isClosed).toBe(true);
  });
});
