/** What deleting takes and what it leaves, on any engine. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClaims, transactionClaim } from '../../src/ingest/claims.ts';
import { createRecordDeletion, type RecordDeletion } from '../../src/ingest/delete-records.ts';
import type { AnalyticsEngine } from '../../src/store/analytics/analytics-engine.ts';
import { EngineUnavailable } from '../../src/store/analytics/engine-errors.ts';
import type { Sources } from '../../src/store/analytics/relations.ts';
import { always, bind, type Sql, sql } from '../../src/store/analytics/sql.ts';
import { type Control, openControl } from '../../src/store/control/open-control.ts';
import { readRows } from '../faults/stored-records.ts';
import { clock, otherWebsite, sendSampleRecords, website, workspaceId } from './sample-records.ts';

const target = { workspaceId, websiteId: website };
const drained = { notify() {}, catchUp: async () => {}, stop: async () => {} };

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

type Relation = Exclude<
  keyof Sources,
  'identities' | 'pageTotals' | 'paymentsInOthers' | 'reached' | 'previousVisit' | 'isOneWebsite'
>;

const relations: readonly Relation[] = [
  'visits',
  'pages',
  'credits',
  'hits',
  'conversions',
  'payments',
  'sentIdentities',
  'crawls',
  'drops',
  'recent',
];

/** `open` is given a folder of its own, and closes the engine itself. */
export function describeDeletions(name: string, open: (folder: string) => Promise<AnalyticsEngine>): void {
  describe(`deleting on ${name}`, () => {
    let folder = '';
    let engine: AnalyticsEngine;
    let control: Control;
    let deletion: RecordDeletion;

    // Each test takes some of what the ones before it left.
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'footfall-deletions-'));
      engine = await open(join(folder, 'engine'));
      await sendSampleRecords(engine, folder);
      control = await openControl({ sqlitePath: join(folder, 'control.sqlite') });
      deletion = createRecordDeletion(engine, createClaims(control), drained);
    });
    afterAll(async () => {
      await control?.close();
      await engine?.close();
      await rm(folder, { recursive: true, force: true });
    });

    async function count(relation: Relation, condition: Sql = always, websiteId = website): Promise<number> {
      const sources = await engine.openSources({ workspaceId, websiteIds: [websiteId] });
      const [row] = await readRows(
        engine,
        sql`SELECT count(*) AS stored FROM ${sources[relation]({})} AS counted WHERE ${condition}`,
      );
      return Number(row?.stored);
    }

    it('takes a person with everything, by visitor and by external ID, and nobody else', async () => {
      const person = { visitorIds: ['v2', 'v3'], externalHashes: [sha256('customer 3')] };
      const theirs = sql`visitor_id IN ('v2', 'v3')`;
      const named = sql`(${theirs} OR external_hash = ${bind.text(sha256('customer 3'))})`;
      const kept = {
        hits: await count('hits', sql`NOT ${theirs}`),
        conversions: await count('conversions', sql`NOT ${theirs}`),
        payments: await count('payments', sql`NOT ${theirs}`),
        sentIdentities: await count('sentIdentities', sql`NOT ${named}`),
      };
      const recentOthers = await count('recent', sql`NOT ${theirs} AND type != 'identify'`);
      const ofOther = await count('hits', always, otherWebsite);
      const [hits, conversions, payments] = [
        await count('hits', theirs),
        await count('conversions', theirs),
        await count('payments', theirs),
      ];
      const removed = await engine.removePerson(target, person);
      expect(removed).toMatchObject({ conversions, payments });
      // Leaves are hits that no report shows as such.
      expect(removed.hits).toBeGreaterThanOrEqual(hits);
      expect(hits).toBeGreaterThan(3);
      for (const [relation, left] of Object.entries(kept)) {
        expect([relation, await count(relation as Relation)]).toEqual([relation, left]);
      }
      expect(await count('recent', sql`type != 'identify'`)).toBe(recentOthers);
      expect(await count('hits', always, otherWebsite)).toBe(ofOther);
      expect(await engine.removePerson(target, person)).toEqual({
        hits: 0,
        conversions: 0,
        payments: 0,
        identities: 0,
      });
    });

    it('takes the conversions of one visitor alone', async () => {
      const others = await count('conversions', sql`visitor_id != 'v1'`);
      const otherRecent = await count('recent', sql`NOT (visitor_id = 'v1' AND type IN ('goal', 'custom'))`);
      const otherCustoms = await count('hits', sql`type = 'custom' AND visitor_id != 'v1'`);
      await deletion.conversions(target, { visitorId: 'v1' });
      expect(await count('conversions')).toBe(others);
      expect(await count('hits', sql`type = 'custom'`)).toBe(otherCustoms);
      expect(await count('recent')).toBe(otherRecent);
    });

    it('takes conversions, and the hits of custom events with them', async () => {
      const goals = await count('conversions', sql`name = 'signup'`);
      const views = await count('hits', sql`type != 'custom'`);
      const recentOthers = await count('recent', sql`type NOT IN ('goal', 'custom')`);
      expect(await count('hits', sql`type = 'custom'`)).toBeGreaterThan(10);
      expect(await count('recent', sql`type IN ('goal', 'custom')`)).toBe(goals);

      expect(await deletion.conversions(target, { name: 'signup' })).toBe(String(goals));
      expect(await count('conversions', sql`name = 'signup'`)).toBe(0);
      expect(await count('hits', sql`type = 'custom'`)).toBe(0);
      expect(await count('hits', sql`type != 'custom'`)).toBe(views);
      expect(await count('recent')).toBe(recentOthers);
      expect(await count('visits', sql`customs > 0`)).toBe(0);
      expect(await count('credits', sql`conversions > 0`)).toBe(0);
    });

    it('leaves no transaction taken whose payment is gone, wherever it fails', async () => {
      const claims = createClaims(control);
      const { ids } = await engine.findTransactions(target, {});
      const fingerprint = transactionClaim(workspaceId, website, ids[0] as string);
      const takenBy = async (owner: string) =>
        (await claims.settle([{ fingerprint, owner }], clock())).get(fingerprint);
      expect(await takenBy('a repeat')).not.toBe('a repeat');
      const removePayments = async () => {
        throw new EngineUnavailable('gone before it deletes');
      };
      const failing = createRecordDeletion({ ...engine, removePayments }, claims, drained);
      await expect(failing.payments(target, { name: ids[0] })).rejects.toThrow('unavailable');
      expect(await takenBy('a repeat')).toBe('a repeat');
    });

    it('takes payments of a span of time', async () => {
      const from = Date.parse('2024-03-15T00:00:00Z');
      const [before, within] = [await count('payments', sql`ts < '2024-03-15'`), await countFrom15th()];
      expect(await deletion.payments(target, { span: { from, to: from + 30 * 86_400_000 } })).toBe(
        String(within),
      );
      expect(await count('payments')).toBe(before);
      expect(await count('recent', sql`type = 'payment'`)).toBe(before);
      expect(await count('credits')).toBe(before);
    });

    const countFrom15th = () => count('payments', sql`ts >= '2024-03-15'`);

    it('takes all that is known of the website, and nothing of another', async () => {
      const countAll = (websiteId: string) =>
        Promise.all(relations.map((relation) => count(relation, always, websiteId)));
      const kept = await countAll(otherWebsite);
      expect(kept[0]).toBeGreaterThan(0);
      await deletion.everything(target);
      expect(await countAll(website)).toEqual(relations.map(() => 0));
      expect(await countAll(otherWebsite)).toEqual(kept);
    });
  });
}
