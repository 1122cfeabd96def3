/**
 * What is sent of the sessions, and what the lean table of the comparison keeps of them. All of it is selected from two
 * tables of one chunk: `made_sessions` and `made_views`.
 */
import { hashOf, instantOf } from '../../../src/store/analytics/dialect.ts';
import { bind, identifiers, type Sql, sql, whole } from '../../../src/store/analytics/sql.ts';
import { lookupColumns } from './lookups.ts';
import { draw, drawShare, type Era, fraction } from './sessions-sql.ts';
import * as shape from './shape.ts';

const facts = identifiers([...lookupColumns.sources, ...lookupColumns.clients, 'country']);

const joinLookups = sql`
  INNER JOIN sources ON view.shown_source = sources.rank
  INNER JOIN clients ON view.shown_client = clients.rank
  INNER JOIN places ON view.shown_place = places.rank
  INNER JOIN paths ON view.path_rank = paths.rank`;

const language = sql`CASE WHEN speaks_home OR places.language = '' THEN places.language ELSE 'en-US' END`;

/**
 * Pageviews, and leaves after some of them. The view after the first comes from the website itself, which is no
 * source; a leave carries no facts. The browser names a view by its own clock, a little before it arrives.
 */
export function selectHits(era: Era): Sql {
  return sql`
    SELECT ${bind.text(era.workspaceId)} AS workspace_id, website_id, ${instantOf(sql`sent_at`)} AS ts,
      1000 * sent_at + view_draw AS seq, visitor_id, type, session_id, path, ${facts}, ${language} AS language,
      seen_at - 20 - view_draw % 200 AS view, visible_ms
    FROM (
      SELECT *, 'pageview' AS type, seen_at AS sent_at, 0 AS visible_ms,
        CASE WHEN place = 1 THEN source_rank ELSE 1 END AS shown_source, client_rank AS shown_client,
        place_rank AS shown_place
      FROM made_views
      UNION ALL
      SELECT *, 'leave' AS type, seen_at + dwell_ms AS sent_at, dwell_ms - dwell_ms % 97 AS visible_ms,
        0 AS shown_source, 0 AS shown_client, 0 AS shown_place
      FROM made_views WHERE has_leave) AS view ${joinLookups}
    WHERE sent_at <= ${whole(era.endsAt)}`;
}

/** Every event carries the source of its session, as products with one table of events keep it. */
export function selectLean(era: Era): Sql {
  const seenAt = instantOf(sql`seen_at`);
  return sql`
    SELECT website_id AS website, ${seenAt} AS ts, CAST(${seenAt} AS DATE) AS day,
      ${hashOf(sql`website_id`, sql`session_id`)} AS session, ${hashOf(sql`visitor_id`)} AS visitor, path,
      referrer_host AS referrer, country, device, browser, os
    FROM (
      SELECT *, source_rank AS shown_source, client_rank AS shown_client, place_rank AS shown_place
      FROM made_views) AS view ${joinLookups}
    WHERE seen_at <= ${whole(era.endsAt)}`;
}

/** Goals, payments and identities come while the last view is seen. */
function buildMoments(era: Era): Sql {
  return sql`(
    SELECT *, seen_at + dwell_ms // 2 AS sent_at FROM made_views
    WHERE place = views AND seen_at + dwell_ms // 2 <= ${whole(era.endsAt)})`;
}

function recordColumns(era: Era): Sql {
  return sql`${bind.text(era.workspaceId)} AS workspace_id, website_id, ${instantOf(sql`sent_at`)} AS ts,
    CAST(1000 * sent_at + ${draw(era, 'seq')} % 1000 AS BIGINT) AS seq, visitor_id`;
}

export function selectConversions(era: Era): Sql {
  const pick = (values: readonly string[]) =>
    sql`${bind.texts(values)}[CAST(1 + ${draw(era, 'amount')} % ${whole(values.length)} AS BIGINT)]`;
  const plan = pick(['free', 'team', 'business']);
  return sql`
    SELECT ${recordColumns(era)}, '' AS session_id,
      ${pick(['signup', 'download', 'contact', 'trial', 'demo'])} AS name,
      '{"plan":"' || ${plan} || '"}' AS details, map {'plan': ${plan}} AS texts, false AS is_automatic
    FROM ${buildMoments(era)} WHERE ${drawShare(era, 'goal')} < ${fraction(shape.goalShare)}`;
}

function isPaying(era: Era): Sql {
  return sql`${drawShare(era, 'payment')} < ${fraction(shape.paymentShare)}`;
}

export function selectPayments(era: Era): Sql {
  const share = drawShare(era, 'moreViews');
  const kind = sql`CASE WHEN ${share} < ${fraction(shape.refundShare)} THEN 'refund'
    WHEN ${share} < ${fraction(shape.refundShare + shape.renewalShare)} THEN 'renewal' ELSE 'plain' END`;
  const amount = sql`CAST(500 + ${draw(era, 'amount')} % 20000 AS DECIMAL(38, 6)) * CAST(0.01 AS DECIMAL(3, 2))`;
  return sql`
    SELECT ${recordColumns(era)}, 'order-' || ${bind.text(String(era.number))} || '-' || number AS transaction_id,
      CAST(CASE WHEN ${kind} = 'refund' THEN -1 ELSE 1 END * ${amount} AS DECIMAL(38, 6)) AS amount,
      'EUR' AS currency, ${kind} AS kind
    FROM ${buildMoments(era)} WHERE ${isPaying(era)}`;
}

export function selectIdentities(era: Era): Sql {
  return sql`
    SELECT ${recordColumns(era)}, sha256(visitor_id) AS external_hash, '{"plan":"team"}' AS traits, 2 AS trust
    FROM ${buildMoments(era)} WHERE ${isPaying(era)}`;
}
