/**
 * Sessions made inside the engine: each follows from its number alone, so that the same sessions can be made again for
 * another table, or another file.
 */
import { bind, type Sql, sql, whole } from '../../../src/store/analytics/sql.ts';
import { clients, directRank, firstCampaignRank, firstReferrerRank } from './lookups.ts';
import * as shape from './shape.ts';

export type Era = {
  /** Another one has other draws. */
  number: number;
  /** Whose sessions these are: people of one era may come again in another. */
  people: { era: number; sessions: number };
  workspaceId: string;
  /** The busy one first; traffic goes to it alone when there is no other. */
  websiteIds: readonly string[];
  /** Start of the first day, Unix milliseconds. */
  firstDay: number;
  sessionsPerDay: number;
  sessions: number;
  endsAt: number;
  /** Of 100 views, those whose visible time is told. */
  leaves: number;
};

export type Chunk = { first: number; count: number };

const dayMs = 86_400_000;
const hashes = sql`1.8446744073709552e19`;

/** What is drawn for a session; a name is a stream of its own. */
const streams = [
  'site',
  'otherSite',
  'person',
  'views',
  'moreViews',
  'midnight',
  'time',
  'source',
  'sourceRank',
  'id',
  'goal',
  'payment',
  'amount',
  'dwell',
  'leave',
  'path',
  'seq',
] as const;

type Stream = (typeof streams)[number];

/** A draw of the session; with `place`, one for each of its views. Hashed twice: once leaves neighbours alike. */
export function draw({ number }: Era, stream: Stream, place?: Sql): Sql {
  const more = place ? sql`, ${place}` : sql``;
  return sql`hash(hash(${whole(number)}, number, ${whole(streams.indexOf(stream))}${more}))`;
}

/** The same as a number from 0 to 1. */
export function drawShare(era: Era, stream: Stream, place?: Sql): Sql {
  return sql`(${draw(era, stream, place)} / ${hashes})`;
}

/** From 1 to `last`, each about as likely as one in its number: the first by far the most. */
export function skewedRank(last: number, share: Sql): Sql {
  return sql`CAST(least(${whole(last)}, floor(pow(${whole(last + 1)}, ${share}))) AS INTEGER)`;
}

/** Written into the statement in millionths. */
export function fraction(value: number): Sql {
  return sql`(${whole(Math.round(value * 1e6))} / 1000000)`;
}

/** As the tracking script makes them: two 32-bit numbers, their digits in a row. */
function idOf(number: Sql): Sql {
  return sql`(CAST(${number} & 4294967295 AS VARCHAR) || CAST(${number} >> 32 AS VARCHAR))`;
}

/**
 * `number, website_id, visitor_id, session_id, begins_at, views, source_rank, client_rank, place_rank, speaks_home`,
 * times as Unix milliseconds.
 */
export function selectSessions(era: Era, { first, count }: Chunk): Sql {
  const ofPerson = (index: number) => sql`hash(hash(person, ${whole(index)}))`;
  const shareOfPerson = (index: number) => sql`(${ofPerson(index)} / ${hashes})`;
  return sql`
    SELECT number, ${bind.texts(era.websiteIds)}[site + 1] AS website_id, ${idOf(ofPerson(1))} AS visitor_id,
      ${idOf(draw(era, 'id'))} AS session_id, begins_at, views, ${buildSourceRank(era)} AS source_rank,
      CAST(1 + ${ofPerson(3)} % ${whole(clients)} AS INTEGER) AS client_rank,
      ${skewedRank(shape.countries, shareOfPerson(4))} AS place_rank,
      ${shareOfPerson(5)} < ${fraction(shape.homeLanguageShare)} AS speaks_home
    FROM (
      SELECT *, hash(hash(${whole(era.people.era)}, site, ${draw(era, 'person')} % ${buildPersons(era)})) AS person
      FROM (
        SELECT number, ${buildSite(era)} AS site, ${buildBeginning(era)} AS begins_at, ${buildViews(era)} AS views
        FROM range(${whole(first)}, ${whole(first + count)}) AS numbers(number)))`;
}

/** A row for each view of `sessions`: also `place, seen_at, dwell_ms, path_rank, view_draw, has_leave`. */
export function selectViews(era: Era, sessions: Sql): Sql {
  const place = sql`place`;
  const dwell = sql`CAST(least(${whole(shape.longestViewMs)},
    ${whole(shape.shortestViewMs)} - ${whole(shape.meanViewMs)} * ln(${drawShare(era, 'dwell', place)})) AS BIGINT)`;
  const before = sql`(PARTITION BY number ORDER BY place ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)`;
  return sql`
    SELECT *, CAST(begins_at + coalesce(sum(dwell_ms) OVER ${before}, 0) AS BIGINT) AS seen_at
    FROM (
      SELECT *, ${dwell} AS dwell_ms, ${skewedRank(shape.paths, drawShare(era, 'path', place))} AS path_rank,
        CAST(${draw(era, 'seq', place)} % 1000 AS BIGINT) AS view_draw,
        ${drawShare(era, 'leave', place)} < ${fraction(era.leaves / 100)} AS has_leave
      FROM (SELECT *, unnest(range(1, views + 1)) AS place FROM ${sessions}))`;
}

function buildSite(era: Era): Sql {
  const others = era.websiteIds.length - 1;
  if (others === 0) return sql`0`;
  return sql`CASE WHEN ${drawShare(era, 'site')} < ${fraction(shape.busyShare)} THEN 0
    ELSE CAST(1 + ${draw(era, 'otherSite')} % ${whole(others)} AS INTEGER) END`;
}

function buildPersons({ websiteIds, people }: Era): Sql {
  const others = websiteIds.length - 1;
  const personsOf = (share: number) => whole(Math.ceil((share * people.sessions) / shape.sessionsPerPerson));
  if (others === 0) return personsOf(1);
  return sql`CASE WHEN site = 0 THEN ${personsOf(shape.busyShare)} ELSE ${personsOf((1 - shape.busyShare) / others)} END`;
}

/** Noon is three times as busy as midnight; those that cross it begin in its last seconds. */
function buildBeginning(era: Era): Sql {
  const day = sql`${whole(era.firstDay)} + ${whole(dayMs)} * (number // ${whole(era.sessionsPerDay)})`;
  const share = drawShare(era, 'time');
  const ofDay = sql`(${share} + sin(2 * pi() * ${share}) / (4 * pi()))`;
  const beforeMidnight = sql`${whole(dayMs - 1)} - ${draw(era, 'time')} % ${whole(shape.shortestViewMs)}`;
  return sql`CAST(${day} + CASE WHEN ${crossesMidnight(era)} THEN ${beforeMidnight} ELSE ${whole(dayMs - 1)} * ${ofDay} END AS BIGINT)`;
}

function crossesMidnight(era: Era): Sql {
  return sql`${drawShare(era, 'midnight')} < ${fraction(shape.overMidnightShare)}`;
}

function buildViews(era: Era): Sql {
  const goesOn = sql`floor(ln(${drawShare(era, 'moreViews')}) / ln(${fraction(shape.goesOnShare)}))`;
  const isOne = sql`${drawShare(era, 'views')} < ${fraction(shape.onePageShare)} AND NOT (${crossesMidnight(era)})`;
  return sql`CASE WHEN ${isOne} THEN 1 ELSE CAST(least(${whole(shape.mostPageviews)}, 2 + ${goesOn}) AS INTEGER) END`;
}

function buildSourceRank(era: Era): Sql {
  const share = drawShare(era, 'source');
  const ranked = (last: number, first: number) =>
    sql`${whole(first - 1)} + ${skewedRank(last, drawShare(era, 'sourceRank'))}`;
  return sql`CASE WHEN ${share} < ${fraction(shape.directShare)} THEN ${whole(directRank)}
    WHEN ${share} < ${fraction(shape.directShare + shape.taggedShare)} THEN ${ranked(shape.campaigns, firstCampaignRank)}
    ELSE ${ranked(shape.referrers, firstReferrerRank)} END`;
}
