import type { WorkspaceId } from '../contract/ids.ts';
import { hashOf, millisOf } from '../store/analytics/dialect.ts';
import type { Sources } from '../store/analytics/relations.ts';
import { bind, type Sql, sql } from '../store/analytics/sql.ts';
import {
  hashExternalId,
  isOneOf,
  type PersonEngine,
  type PersonName,
  type PersonOnWebsite,
} from './person.ts';

type Identity = { visitor_id: string; external_hash: string; trust: number; at: number; seq: number };

/**
 * Who belongs to the person on a website, as in reports (contract §5): visitors identified by the same external ID are
 * one person. Where a visitor has several IDs, the most trusted one counts, then the latest.
 */
export async function resolvePerson(
  engine: PersonEngine,
  workspaceId: WorkspaceId,
  websiteId: string,
  name: PersonName,
  signal: AbortSignal,
): Promise<PersonOnWebsite> {
  const sources = await engine.openSources({ workspaceId, websiteIds: [websiteId] }, { signal });
  const list = (which: Sql) => listIdentities(engine, workspaceId, sources, which, signal);
  if ('externalId' in name) {
    const hash = hashExternalId(name.externalId);
    return { websiteId, visitorIds: await listNamed(list, sources, hash), externalHashes: [hash] };
  }
  const { visitorId } = name;
  const own = findFirst(await list(sql`visitor_hash = ${hashOf(bind.text(visitorId))}`));
  if (own === undefined) return { websiteId, visitorIds: [visitorId], externalHashes: [] };
  const named = await listNamed(list, sources, own.external_hash);
  return {
    websiteId,
    visitorIds: [...new Set([visitorId, ...named])],
    externalHashes: [own.external_hash],
  };
}

type List = (which: Sql) => Promise<Identity[]>;

/** Visitors whose winning identity is this one. */
async function listNamed(list: List, { sentIdentities }: Sources, hash: string): Promise<string[]> {
  const everNamed = sql`visitor_hash IN (
    SELECT visitor_hash FROM ${sentIdentities({})} AS ever WHERE ${isOneOf(sql`external_hash`, [hash])})`;
  const identities = await list(everNamed);
  const visitorIds = [...new Set(identities.map(({ visitor_id }) => visitor_id))];
  return visitorIds.filter(
    (id) => findFirst(identities.filter(({ visitor_id }) => visitor_id === id))?.external_hash === hash,
  );
}

async function listIdentities(
  engine: PersonEngine,
  workspaceId: WorkspaceId,
  { identities }: Sources,
  which: Sql,
  signal: AbortSignal,
): Promise<Identity[]> {
  const question = sql`
    SELECT visitor_id, external_hash, trust, ${millisOf(sql`ts`)} AS happened_at, seq FROM ${identities(which)} AS counted`;
  const { rows } = await engine.query(question, { workspaceId, signal });
  return rows.map((row) => ({
    visitor_id: String(row.visitor_id),
    external_hash: String(row.external_hash),
    trust: Number(row.trust),
    at: Number(row.happened_at),
    seq: Number(row.seq),
  }));
}

function findFirst(identities: readonly Identity[]): Identity | undefined {
  return identities.toSorted((a, b) => b.trust - a.trust || b.at - a.at || b.seq - a.seq)[0];
}
