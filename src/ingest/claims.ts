import { createHash } from 'node:crypto';
import type { WorkspaceId } from '../contract/ids.ts';
import type { Control } from '../store/control/open-control.ts';

/**
 * What may be recorded once: a transaction for ever, an idempotency key for 24 hours. Copies of a record may reach the
 * spools of several processes; the drain lets through only the copy that owns all of its claims. The owner of a claim
 * is a place in a spool, so a repeated batch wins its claims again.
 */
export type Claims = {
  /**
   * The answer to give for this key: ours when the key is new, else that of the first request. `isSettled` where this
   * request need not be recorded: the first one already is, or it had other claims and so is no copy of this one.
   */
  reserve(
    fingerprint: string,
    request: { workspaceId?: WorkspaceId; response: object; claims: readonly string[] },
    now: number,
  ): Promise<{ response: object; isSettled: boolean }>;
  /** Asks for claims in the order given and tells which owners hold them now. */
  settle(wanted: { fingerprint: string; owner: string }[], now: number): Promise<Map<string, string>>;
  release(fingerprints: string[]): Promise<void>;
  /**
   * Resolves to how many answers there were. A retry afterwards still records nothing, but is not given the first
   * answer.
   */
  deleteAnswers(workspaceId: WorkspaceId, visitorIds: readonly string[]): Promise<number>;
  purgeExpired(now: number): Promise<void>;
};

const retryWindowMs = 24 * 60 * 60 * 1000;
const parametersPerStatement = 500;
const retryPrefix = 'retry:';

export function transactionClaim(workspaceId: string, websiteId: string, transactionId: string): string {
  return fingerprintOf('transaction', workspaceId, websiteId, transactionId);
}

export function retryClaim(workspaceId: string, endpoint: string, websiteId: string, key: string): string {
  return retryPrefix + fingerprintOf('retry', workspaceId, endpoint, websiteId, key);
}

/**
 * The request of a retry has made its claim before. Where that claim is gone, the record waited in a spool for longer
 * than the claim lasts; it then gets a claim of its own, which nobody who uses the key from now on shares.
 */
function buildNewClaim(fingerprint: string, owner: string, now: number) {
  return {
    fingerprint,
    owner,
    created_at: now,
    expires_at: fingerprint.startsWith(retryPrefix) ? now : null,
  };
}

function fingerprintOf(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

export function createClaims(control: Control): Claims {
  const { db } = control;

  return {
    async reserve(fingerprint, request, now) {
      const { workspaceId, response, claims } = request;
      const fresh = {
        workspace_id: workspaceId ?? null,
        owner: null,
        response: JSON.stringify(response),
        claims_json: JSON.stringify(claims),
        created_at: now,
        expires_at: now + retryWindowMs,
      };
      const taken = await db
        .insertInto('record_claims')
        .values({ fingerprint, ...fresh })
        .onConflict((conflict) =>
          conflict.column('fingerprint').doUpdateSet(fresh).where('record_claims.expires_at', '<=', now),
        )
        .returning('fingerprint')
        .executeTakeFirst();
      if (taken) return { response, isSettled: false };
      const first = await db
        .selectFrom('record_claims')
        .select(['owner', 'response', 'claims_json'])
        .where('fingerprint', '=', fingerprint)
        .executeTakeFirst();
      if (!first?.response) return { response, isSettled: false };
      const isCopy = first.claims_json === null || first.claims_json === fresh.claims_json;
      return { response: JSON.parse(first.response), isSettled: first.owner !== null || !isCopy };
    },

    async settle(wanted, now) {
      const owners = new Map<string, string>();
      const firstWanted = [...new Map([...wanted].reverse().map((each) => [each.fingerprint, each.owner]))];
      // Sorted, because two servers that lock rows in different orders could deadlock.
      firstWanted.sort(([a], [b]) => (a < b ? -1 : 1));
      for (const part of chunks(firstWanted, parametersPerStatement)) {
        const rows = await db
          .insertInto('record_claims')
          .values(part.map(([fingerprint, owner]) => buildNewClaim(fingerprint, owner, now)))
          .onConflict((conflict) =>
            conflict.column('fingerprint').doUpdateSet((eb) => ({
              owner: eb.fn.coalesce('record_claims.owner', 'excluded.owner'),
            })),
          )
          .returning(['fingerprint', 'owner'])
          .execute();
        for (const row of rows) if (row.owner !== null) owners.set(row.fingerprint, row.owner);
      }
      return owners;
    },

    async release(fingerprints) {
      for (const part of chunks(fingerprints, parametersPerStatement)) {
        await db.deleteFrom('record_claims').where('fingerprint', 'in', part).execute();
      }
    },

    async deleteAnswers(workspaceId, visitorIds) {
      const wanted = new Set(visitorIds);
      const answered = await db
        .selectFrom('record_claims')
        .select(['fingerprint', 'response'])
        .where('workspace_id', '=', workspaceId)
        .where('response', 'is not', null)
        .execute();
      const theirs = answered.filter(({ response }) => wanted.has(JSON.parse(response ?? '{}').visitor_id));
      for (const part of chunks(theirs, parametersPerStatement)) {
        const fingerprints = part.map(({ fingerprint }) => fingerprint);
        await db
          .updateTable('record_claims')
          .set({ response: null })
          .where('fingerprint', 'in', fingerprints)
          .execute();
      }
      return theirs.length;
    },

    async purgeExpired(now) {
      await db.deleteFrom('record_claims').where('expires_at', '<=', now).execute();
    },
  };
}

function* chunks<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
