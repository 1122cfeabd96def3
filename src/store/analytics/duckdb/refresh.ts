/**
 * Keeps derived rows right within the transaction of a change. Whoever changes records names the sessions and the
 * visitors concerned; everything derived of these is derived again from their records, and nothing else is touched.
 */
import { selectCredits } from '../definitions/credits.ts';
import { selectPages } from '../definitions/pages.ts';
import { slotMs } from '../definitions/slots.ts';
import { isTraffic, selectVisits } from '../definitions/visits.ts';
import { identifiers, type Sql, sql, unionAll, whole } from '../sql.ts';
import { factNames } from '../tables.ts';
import { isInBitmap, setBitmap } from './bitmap.ts';
import { mergePageDays, type SlotSpan, selectPageDays, subtractPageDays } from './page-days.ts';
import {
  linkAlone,
  linkColumns,
  linkNew,
  takeOverLinks,
  updateLinks,
  withoutLinks,
} from './previous-visits.ts';
import { numberSites, withSite } from './sites.ts';
import type { Transaction } from './transaction.ts';

/** Unix milliseconds, both included. */
export type Extent = { first: number; last: number };

const session = 'workspace_id, website_id, session_hash';
const visitorKey = ['workspace_id', 'website_id', 'visitor_hash'];
const visitor = visitorKey.join(', ');
const ofChangedSessions = `(${session}) IN (SELECT ${session} FROM changed_sessions)`;
const ofCreditedVisitors = sql`(${identifiers(visitorKey)}) IN (SELECT ${identifiers(visitorKey)} FROM credited_visitors)`;

/** Each is a SELECT of identifiers: of sessions, and of visitors whose goals and payments are concerned. */
export type Concerned = { sessions?: string | undefined; visitors?: string | undefined };

/** Called before the records change, where the records themselves tell which are concerned. */
export async function markConcerned(transaction: Transaction, concerned: Concerned): Promise<void> {
  const { run } = transaction;
  const none = 'SELECT * FROM visits WHERE false';
  await run(`
    CREATE OR REPLACE TEMP TABLE changed_sessions AS SELECT DISTINCT ${session} FROM (${concerned.sessions ?? none})`);
  await run(
    `CREATE OR REPLACE TEMP TABLE changed_visitors AS SELECT ${visitor}, began_at AS began_since FROM (${none})`,
  );
  await run(`
    CREATE OR REPLACE TEMP TABLE credited_visitors AS SELECT DISTINCT ${visitor} FROM (${concerned.visitors ?? none})`);
  await numberSites(
    transaction,
    'SELECT workspace_id, website_id FROM changed_sessions UNION ALL SELECT workspace_id, website_id FROM credited_visitors',
  );
}

/** `arrived` is the extent of new records, which are in `new_hits`. */
export async function refreshDerived(transaction: Transaction, arrived?: Extent): Promise<void> {
  const known = await findKnownSessions(transaction);
  const extent = joinExtents(known, arrived);
  if (extent) await (known ? refreshSessions : deriveNewSessions)(transaction, extent);
  if (!(await isAnyVisitorConcerned(transaction))) {
    if (extent) await transaction.run('INSERT INTO visits BY NAME SELECT * FROM new_visits ORDER BY slot');
    return;
  }
  const isAnyOther = await readOtherVisits(transaction);
  if (extent) {
    const areAlone = !known && !isAnyOther && (await areNewVisitsAlone(transaction));
    await (areAlone ? insertVisitsAlone : insertVisits)(transaction);
  }
  await refreshCredits(transaction, extent ? [sql`other_visits`, sql`new_visits`] : [sql`other_visits`]);
}

/** Of what is there; undefined where nothing is. */
function joinExtents(...some: readonly (Extent | undefined)[]): Extent | undefined {
  const extents = some.filter((extent) => extent !== undefined);
  if (extents.length === 0) return undefined;
  return {
    first: Math.min(...extents.map(({ first }) => first)),
    last: Math.max(...extents.map(({ last }) => last)),
  };
}

/**
 * The extent of all records that the changed sessions had before, so that no others are read; undefined where they had
 * none. Their visits are moved to `old_visits`.
 */
async function findKnownSessions(transaction: Transaction): Promise<Extent | undefined> {
  const places = await findOldPlaces(transaction);
  const early = await findExtent(
    transaction,
    sql`
      SELECT first_at, last_at FROM early_leaves
      WHERE session_hash IN (SELECT session_hash FROM changed_sessions)`,
  );
  if (places === 0 && !early) return undefined;
  await takeOutVisits(transaction, places);
  const visits = sql`SELECT began_at AS first_at, began_at + to_milliseconds(duration_ms) AS last_at FROM old_visits`;
  const ofVisits = await findExtent(transaction, visits);
  return joinExtents(early, ofVisits);
}

/** Reads a single column of the whole table, so that the others are read of these rows alone. */
async function findOldPlaces({ ask }: Transaction): Promise<number> {
  const [found] = await ask(`
    CREATE OR REPLACE TEMP TABLE old_places AS
    SELECT rowid AS place FROM visits WHERE session_hash IN (SELECT session_hash FROM changed_sessions)`);
  return Number(found?.Count);
}

async function takeOutVisits({ run }: Transaction, places: number): Promise<void> {
  const which = places === 0 ? 'false' : `rowid IN (SELECT place FROM old_places) AND ${ofChangedSessions}`;
  await run(`CREATE OR REPLACE TEMP TABLE old_visits AS SELECT * FROM visits WHERE ${which}`);
  await run(`DELETE FROM visits WHERE ${which}`);
}

/** Of rows of `first_at, last_at`. */
async function findExtent({ ask }: Transaction, rows: Sql): Promise<Extent | undefined> {
  const [found] = await ask(
    sql`SELECT epoch_ms(min(first_at)) AS first, epoch_ms(max(last_at)) AS last FROM (${rows}) AS known`,
  );
  return found?.first === null || found?.first === undefined
    ? undefined
    : { first: Number(found.first), last: Number(found.last) };
}

function slotsOf({ first, last }: Extent): SlotSpan {
  return { first: Math.floor(first / slotMs), last: Math.floor(last / slotMs) };
}

/** Sessions of which nothing was known: their records are those that have just arrived. */
async function deriveNewSessions({ run }: Transaction, arrived: Extent): Promise<void> {
  const hits = sql`new_hits`;
  await run(sql`
    CREATE OR REPLACE TEMP TABLE new_visits AS ${withoutLinks(withSite(selectVisits(hits)))}`);
  await run(`
    CREATE OR REPLACE TEMP TABLE changed_visitors AS
    SELECT ${visitor}, min(slot) + 1 AS late_from, min(began_at) AS began_since FROM new_visits GROUP BY ${visitor}`);
  await run(sql`CREATE OR REPLACE TEMP TABLE new_pages AS ${withSite(selectPages(hits))}`);
  await run('INSERT INTO pages BY NAME SELECT * FROM new_pages ORDER BY slot');
  await run(mergePageDays(selectPageDays(sql`new_pages`), slotsOf(arrived)));
  await run(sql`INSERT INTO early_leaves ${selectEarlyLeaves(hits)}`);
}

async function refreshSessions(transaction: Transaction, { first, last }: Extent): Promise<void> {
  const { run } = transaction;
  const slots = slotsOf({ first, last });
  const ofChanged = `slot BETWEEN ${slots.first} AND ${slots.last} AND ${ofChangedSessions}`;
  await run(sql`
    CREATE OR REPLACE TEMP TABLE session_hits AS
    SELECT * FROM hits
    WHERE ts >= make_timestamp_ms(${whole(first)}) AND ts <= make_timestamp_ms(${whole(last)})
      AND (workspace_id, website_id, session_hash) IN (
        SELECT workspace_id, website_id, session_hash FROM changed_sessions)`);
  await run(sql`
    CREATE OR REPLACE TEMP TABLE new_visits AS
    ${takeOverLinks(withSite(selectVisits(sql`session_hits`)), sql`old_visits`)}`);
  await listChangedVisitors(run);
  await refreshPages(run, ofChanged, slots);
  await run(`DELETE FROM early_leaves WHERE ${ofChangedSessions}`);
  await run(sql`INSERT INTO early_leaves ${selectEarlyLeaves(sql`session_hits`)}`);
}

/**
 * Visitors with visits that are new or gone. Visits that stay (those with links) change nothing for others. A new visit
 * comes after all others of its slot, so that only those of later slots are linked again because of it.
 */
async function listChangedVisitors(run: Transaction['run']): Promise<void> {
  const visit = `${session}, visitor_hash, slot`;
  await run(`
    CREATE OR REPLACE TEMP TABLE changed_visitors AS
    SELECT ${visitor}, min(late_from) AS late_from, min(began_at) AS began_since
    FROM (
      SELECT ${visitor}, began_at, slot + 1 AS late_from FROM new_visits WHERE previous IS NULL
      UNION ALL
      SELECT ${visitor}, began_at, slot FROM old_visits
      WHERE (${visit}) NOT IN (SELECT ${visit} FROM new_visits WHERE previous IS NOT NULL))
    GROUP BY ${visitor}`);
}

async function refreshPages(run: Transaction['run'], ofChanged: string, slots: SlotSpan): Promise<void> {
  await run(`CREATE OR REPLACE TEMP TABLE old_pages AS SELECT * FROM pages WHERE ${ofChanged}`);
  await run(sql`CREATE OR REPLACE TEMP TABLE new_pages AS ${withSite(selectPages(sql`session_hits`))}`);
  await run(`DELETE FROM pages WHERE ${ofChanged}`);
  await run('INSERT INTO pages BY NAME SELECT * FROM new_pages ORDER BY slot');
  await run(
    mergePageDays(subtractPageDays(selectPageDays(sql`new_pages`), selectPageDays(sql`old_pages`)), slots),
  );
}

/** Nobody is where visits only went on: their links and credits stay as they were. */
async function isAnyVisitorConcerned({ ask }: Transaction): Promise<boolean> {
  const [any] = await ask(
    'SELECT (SELECT count(*) FROM changed_visitors) + (SELECT count(*) FROM credited_visitors) AS visitors',
  );
  return Number(any?.visitors) > 0;
}

const readColumns = [...visitorKey, 'session_hash', 'slot', 'began_at', 'began_seq', ...factNames];

/** All other visits of the visitors concerned: their links and credits depend on these. Whether there may be any. */
async function readOtherVisits(transaction: Transaction): Promise<boolean> {
  const { run, ask } = transaction;
  const keys = identifiers(visitorKey);
  await run(sql`
    CREATE OR REPLACE TEMP TABLE concerned_visitors AS
    SELECT ${keys} FROM changed_visitors UNION SELECT ${keys} FROM credited_visitors`);
  // Reads a single column of the whole table, so that the others are read from the first of these rows on.
  const [found] = await ask(`
    CREATE OR REPLACE TEMP TABLE other_places AS
    SELECT rowid AS place FROM visits WHERE visitor_hash IN (SELECT visitor_hash FROM concerned_visitors)`);
  const isAny = Number(found?.Count) > 0;
  const isThere = isAny
    ? sql`${isInBitmap('visitor_hash')} AND rowid IN (SELECT place FROM other_places)`
    : sql`false`;
  if (isAny) await setBitmap(transaction, 'visitor_hash', sql`concerned_visitors`);
  await run(sql`
    CREATE OR REPLACE TEMP TABLE other_visits AS
    SELECT ${identifiers(readColumns)} FROM visits
    WHERE ${isThere} AND (${keys}) IN (SELECT ${keys} FROM concerned_visitors)`);
  return isAny;
}

/** Whether nobody has two of the new visits, where these are those of the changed visitors. */
async function areNewVisitsAlone({ ask }: Transaction): Promise<boolean> {
  const [found] = await ask(
    'SELECT (SELECT count(*) FROM new_visits) = (SELECT count(*) FROM changed_visitors) AS are_alone',
  );
  return found?.are_alone === true;
}

/** Of visitors without any other visit, as most are on their first: there is nothing to link them to. */
async function insertVisitsAlone({ run }: Transaction): Promise<void> {
  const visits = sql`SELECT * EXCLUDE (${identifiers(linkColumns)}) FROM new_visits`;
  await run(sql`INSERT INTO visits BY NAME ${linkAlone(visits)} ORDER BY slot`);
}

/**
 * Where a visitor has visits after those that are new or gone, as with late records and deletions, all their visits are
 * linked again.
 */
async function insertVisits(transaction: Transaction): Promise<void> {
  const { run, ask } = transaction;
  await run(sql`INSERT INTO visits BY NAME ${linkNew(sql`new_visits`, sql`other_visits`)} ORDER BY slot`);
  const [late] = await ask(`
    CREATE OR REPLACE TEMP TABLE late_visitors AS
    SELECT DISTINCT ${visitor}
    FROM (
      SELECT ${visitor}, slot FROM other_visits
      UNION ALL
      SELECT ${visitor}, slot FROM new_visits WHERE previous IS NOT NULL)
    INNER JOIN changed_visitors USING (${visitor}) WHERE slot >= late_from`);
  if (Number(late?.Count) === 0) return;
  const keys = identifiers(visitorKey);
  await setBitmap(transaction, 'visitor_hash', sql`late_visitors`);
  await run(
    updateLinks(sql`${isInBitmap('visitor_hash')} AND (${keys}) IN (SELECT ${keys} FROM late_visitors)`),
  );
}

/** For visitors with goals or payments, whose credits may have changed. */
async function refreshCredits(transaction: Transaction, visits: readonly Sql[]): Promise<void> {
  const { run, ask } = transaction;
  await run(`
    INSERT INTO credited_visitors
    SELECT DISTINCT ${visitor} FROM changed_visitors INNER JOIN credits USING (${visitor}) WHERE ts >= began_since`);
  const [credited] = await ask('SELECT count(*) AS visitors FROM credited_visitors');
  if (Number(credited?.visitors) === 0) return;
  await setBitmap(transaction, 'visitor_hash', sql`credited_visitors`);
  const theirs = (rows: Sql) => sql`(SELECT * FROM ${rows} WHERE ${ofCreditedVisitors})`;
  const theirsOfTable = (table: Sql) =>
    theirs(sql`(SELECT * FROM ${table} WHERE ${isInBitmap('visitor_hash')})`);
  await run(sql`DELETE FROM credits WHERE ${ofCreditedVisitors}`);
  const inputs = {
    conversions: theirsOfTable(sql`conversions`),
    payments: theirsOfTable(sql`payments`),
    visits: sql`(${unionAll(visits.map((some) => sql`SELECT ${identifiers(readColumns)} FROM ${theirs(some)}`))})`,
  };
  await run(sql`INSERT INTO credits BY NAME ${withSite(selectCredits(inputs))} ORDER BY ts`);
}

/** Sessions with a leave or an automatic event before all hits, or without any hit. */
export function selectEarlyLeaves(hits: Sql): Sql {
  return sql`
    SELECT workspace_id, website_id, session_hash, min(ts), max(ts) FROM ${hits}
    GROUP BY workspace_id, website_id, session_hash HAVING coalesce(min(ts) < min(ts) FILTER (WHERE ${isTraffic}), true)`;
}
