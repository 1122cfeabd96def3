/** What the product stores of the sessions, and what the lean table of the comparison does. */
import { bind, identifier, joinSql, type Sql, sql, whole } from '../../../src/store/analytics/sql.ts';
import { lookupColumns } from './lookups.ts';
import {
  buildSessions,
  type Chunk,
  draw,
  drawShare,
  type Era,
  fraction,
  skewedRank,
} from './sessions-sql.ts';
import * as shape from './shape.ts';

/** One row a view, with all that is known of it. */
function buildViews(era: Era, chunk: Chunk): Sql {
  return sql`(
    SELECT *, seen_at, dwell_ms, place, ${skewedRank(shape.paths, drawShare(era, 'path', sql`place`))} AS path_rank,
      ${draw(era, 'seq', sql`place`)} AS view_draw,
      ${drawShare(era, 'leave', sql`place`)} < ${fraction(era.leaves / 100)} AS has_leave
    FROM ${buildSessions(era, chunk)}
    ARRAY JOIN starts AS seen_at, dwells AS dwell_ms, arrayEnumerate(dwells) AS place)`;
}

const facts = [...lookupColumns.sources, ...lookupColumns.clients, 'country'].map(identifier);

const joinLookups = sql`
  ANY LEFT JOIN bench.sources AS sources ON view.shown_source = sources.rank
  ANY LEFT JOIN bench.clients AS clients ON view.shown_client = clients.rank
  ANY LEFT JOIN bench.places AS places ON view.shown_place = places.rank
  ANY LEFT JOIN bench.paths AS paths ON view.path_rank = paths.rank`;

const language = sql`if(speaks_home OR places.language = '', places.language, 'en-US')`;

/**
 * Pageviews, and leaves after some of them. The view after the first comes from the website itself, which is no
 * source; a leave carries no facts. The browser names a view by its own clock, a little before it arrives.
 */
export function insertHits(era: Era, chunk: Chunk): Sql {
  const isLeave = sql`kind = 'leave'`;
  return sql`
    INSERT INTO hits (workspace_id, website_id, ts, seq, visitor_id, type, session_id, path,
      ${joinSql(facts, sql`, `)}, language, view, visible_ms)
    SELECT ${bind.string(era.workspaceId)}, website_id, fromUnixTimestamp64Milli(at, 'UTC'),
      1000 * at + view_draw % 1000, visitor_id, kind, session_id, path,
      ${joinSql(facts, sql`, `)}, ${language}, view_name, visible_ms
    FROM (
      SELECT *, kind, seen_at + if(${isLeave}, dwell_ms, 0) AS at, seen_at - 20 - view_draw % 200 AS view_name,
        if(${isLeave}, dwell_ms - dwell_ms % 97, 0) AS visible_ms,
        multiIf(${isLeave}, 0, place = 1, source_rank, 1) AS shown_source,
        if(${isLeave}, 0, client_rank) AS shown_client, if(${isLeave}, 0, place_rank) AS shown_place
      FROM ${buildViews(era, chunk)} ARRAY JOIN if(has_leave, ['pageview', 'leave'], ['pageview']) AS kind
    ) AS view ${joinLookups}
    WHERE at <= ${whole(era.endsAt)}`;
}

/** Every event carries the source of its session, as products with one table of events keep it. */
export function insertLean(era: Era, chunk: Chunk): Sql {
  return sql`
    INSERT INTO bench.lean
    SELECT website_id, fromUnixTimestamp64Milli(seen_at, 'UTC'), toDate(fromUnixTimestamp64Milli(seen_at, 'UTC')),
      sipHash64(session_id), sipHash64(visitor_id), path, referrer_host, country, device, browser, os
    FROM (
      SELECT *, source_rank AS shown_source, client_rank AS shown_client, place_rank AS shown_place
      FROM ${buildViews(era, chunk)}
    ) AS view ${joinLookups}
    WHERE seen_at <= ${whole(era.endsAt)}`;
}

/** Goals, payments and identities come while the last view is seen. */
function buildMoments(era: Era, chunk: Chunk): Sql {
  return sql`(SELECT *, starts[-1] + intDiv(dwells[-1], 2) AS at FROM ${buildSessions(era, chunk)}
    WHERE at <= ${whole(era.endsAt)})`;
}

function recordColumns(era: Era): Sql {
  return sql`${bind.string(era.workspaceId)}, website_id, fromUnixTimestamp64Milli(at, 'UTC'),
    1000 * at + ${draw(era, 'seq')} % 1000, visitor_id`;
}

export function insertConversions(era: Era, chunk: Chunk): Sql {
  const pick = (values: readonly string[]) =>
    sql`arrayElement(${bind.strings(values)}, 1 + ${draw(era, 'amount')} % ${whole(values.length)})`;
  return sql`
    INSERT INTO conversions (workspace_id, website_id, ts, seq, visitor_id, session_id, name, details, texts)
    SELECT ${recordColumns(era)}, '', ${pick(['signup', 'download', 'contact', 'trial', 'demo'])},
      concat('{"plan":"', plan, '"}'), map('plan', ${pick(['free', 'team', 'business'])} AS plan)
    FROM ${buildMoments(era, chunk)}
    WHERE ${drawShare(era, 'goal')} < ${fraction(shape.goalShare)}`;
}

function isPaying(era: Era): Sql {
  return sql`${drawShare(era, 'payment')} < ${fraction(shape.paymentShare)}`;
}

export function insertPayments(era: Era, chunk: Chunk): Sql {
  const amount = sql`toDecimal64(500 + ${draw(era, 'amount')} % 20000, 2) / 100`;
  const kind = drawShare(era, 'moreViews');
  return sql`
    INSERT INTO payments (workspace_id, website_id, ts, seq, visitor_id, transaction_id, amount, currency, kind)
    SELECT ${recordColumns(era)}, concat('order-', ${whole(era.number)}, '-', toString(number)),
      if(kind = 'refund', -${amount}, ${amount}), 'EUR',
      multiIf(${kind} < ${fraction(shape.refundShare)}, 'refund',
        ${kind} < ${fraction(shape.refundShare + shape.renewalShare)}, 'renewal', 'plain') AS kind
    FROM ${buildMoments(era, chunk)}
    WHERE ${isPaying(era)}`;
}

export function insertIdentities(era: Era, chunk: Chunk): Sql {
  return sql`
    INSERT INTO identities (workspace_id, website_id, ts, seq, visitor_id, external_hash, traits)
    SELECT ${recordColumns(era)}, lower(hex(SHA256(visitor_id))), '{"plan":"team"}'
    FROM ${buildMoments(era, chunk)}
    WHERE ${isPaying(era)}`;
}
