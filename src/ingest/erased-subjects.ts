import { createHmac } from 'node:crypto';
import type { RecordedPerson, WebsiteOfTenant } from '../store/analytics/analytics-engine.ts';
import type { Control } from '../store/control/open-control.ts';
import { requireServerSecret } from '../store/control/server-secret.ts';
import type { AcceptedRecord } from './accepted-record.ts';

/**
 * Who was erased, so that records which were accepted before and still wait in some spool are not stored after all.
 * Only a fingerprint is stored, which nobody can guess without the database's secret.
 */
export type ErasedSubjects = {
  note(website: WebsiteOfTenant, person: RecordedPerson, now: number): Promise<void>;
  /** A check against everything noted at this moment. */
  openCheck(): Promise<IsErased>;
  purge(now: number): Promise<void>;
};

/** `seq` tells when the record was accepted, in microseconds. */
export type IsErased = (record: AcceptedRecord, seq: number) => boolean;

const retentionMs = 90 * 24 * 60 * 60 * 1000;
const microsecondsPerMs = 1000;
const rowsPerStatement = 200;

export const nobodyErased: IsErased = () => false;

type SubjectKind = 'visitor' | 'external';

export function createErasedSubjects(control: Control): ErasedSubjects {
  const { db } = control;
  let secret: Promise<string> | undefined;

  const fingerprinting = async () => {
    secret ??= requireServerSecret(control, 'erased-subjects');
    const key = await secret;
    return (kind: SubjectKind, { workspaceId, websiteId }: WebsiteOfTenant, name: string) =>
      createHmac('sha256', key)
        .update(JSON.stringify([kind, workspaceId, websiteId, name]))
        .digest('hex');
  };

  return {
    async note(website, { visitorIds, externalHashes }, now) {
      const fingerprintOf = await fingerprinting();
      const fingerprints = [
        ...visitorIds.map((id) => fingerprintOf('visitor', website, id)),
        ...externalHashes.map((hash) => fingerprintOf('external', website, hash)),
      ];
      // Two erasures of one person at once that lock its rows in different orders would deadlock.
      fingerprints.sort();
      for (let at = 0; at < fingerprints.length; at += rowsPerStatement) {
        const part = fingerprints.slice(at, at + rowsPerStatement);
        await db
          .insertInto('erased_subjects')
          .values(part.map((fingerprint) => ({ fingerprint, erased_at: now })))
          .onConflict((conflict) => conflict.column('fingerprint').doUpdateSet({ erased_at: now }))
          .execute();
      }
    },

    async openCheck() {
      const rows = await db.selectFrom('erased_subjects').selectAll().execute();
      if (rows.length === 0) return nobodyErased;
      const erasedAt = new Map(rows.map((row) => [row.fingerprint, row.erased_at * microsecondsPerMs]));
      const fingerprintOf = await fingerprinting();
      const isNoted = (kind: SubjectKind, website: WebsiteOfTenant, name: string, seq: number) =>
        seq <= (erasedAt.get(fingerprintOf(kind, website, name)) ?? Number.NEGATIVE_INFINITY);
      return (record, seq) => {
        if (record.kind === 'drops') return false;
        if (isNoted('visitor', record, record.visitorId, seq)) return true;
        return record.kind === 'identity' && isNoted('external', record, record.externalHash, seq);
      };
    },

    async purge(now) {
      await db
        .deleteFrom('erased_subjects')
        .where('erased_at', '<', now - retentionMs)
        .execute();
    },
  };
}
