/**
 * Sessions made inside the engine: each follows from its number alone, so that every table is filled from the same
 * sessions without any of them being stored.
 */
import { bind, type Sql, sql, whole } from '../../../src/store/analytics/sql.ts';
import { clients, directRank, firstCampaignRank, firstReferrerRank } from './lookups.ts';
import * as shape from './shape.ts';

export type Era = {
  /** Another one has other people and other draws. */
  number: number;
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
  'idRest',
  'goal',
  'payment',
  'amount',
  'dwell',
  'leave',
  'path',
  'seq',
] as const;

type Stream = (typeof streams)[number];

/** A draw of the session; with `place`, one for each of its views. */
export function draw({ number }: Era, stream: Stream, place?: Sql): Sql {
  const more = place ? sql`, ${place}` : sql``;
  return sql`cityHash64(${whole(number)}, number, ${whole(streams.indexOf(stream))}${more})`;
}

/** The same as a number from 0 to 1. */
export function drawShare(era: Era, stream: Stream, place?: Sql): Sql {
  return sql`(${draw(era, stream, place)} / ${hashes})`;
}

/** From 1 to `last`, each about as likely as one in its number: the first by far the most. */
export function skewedRank(last: number, share: Sql): Sql {
  return sql`toUInt16(least(${whole(last)}, floor(pow(${whole(last + 1)}, ${share}))))`;
}

/** Written into the statement in millionths, as parameters are whole numbers. */
export function fraction(value: number): Sql {
  return sql`(${whole(Math.round(value * 1e6))} / 1000000)`;
}

/** As the tracking script makes them: two 32-bit numbers, their digits in a row. */
function idOf(hash: Sql): Sql {
  return sql`concat(toString(bitAnd(${hash}, 4294967295)), toString(bitShiftRight(${hash}, 32)))`;
}

/**
 * `number, website_id, visitor_id, session_id, begins_at, dwells, starts, source_rank, client_rank, place_rank,
 * speaks_home`: times are Unix milliseconds, `dwells` and `starts` have an element for each view.
 */
export function buildSessions(era: Era, { first, count }: Chunk): Sql {
  const ofPerson = (index: number) => sql`cityHash64(person, ${whole(index)})`;
  const shareOfPerson = (index: number) => sql`(${ofPerson(index)} / ${hashes})`;
  const dwell = sql`toUInt32(least(${whole(shape.longestViewMs)},
    ${whole(shape.shortestViewMs)} - ${whole(shape.meanViewMs)} * log(${drawShare(era, 'dwell', sql`place`)})))`;
  return sql`(
    SELECT number, arrayElement(${bind.strings(era.websiteIds)}, site + 1) AS website_id,
      cityHash64(${whole(era.number)}, site, ${draw(era, 'person')} % ${buildPersons(era)}) AS person,
      ${idOf(ofPerson(1))} AS visitor_id,
      ${idOf(draw(era, 'id'))} AS session_id,
      begins_at,
      arrayMap(place -> ${dwell}, range(toUInt8(views))) AS dwells,
      arrayMap((until, own) -> begins_at + until - own, arrayCumSum(dwells), dwells) AS starts,
      ${buildSourceRank(era)} AS source_rank,
      toUInt16(1 + ${ofPerson(3)} % ${whole(clients)}) AS client_rank,
      ${skewedRank(shape.countries, shareOfPerson(4))} AS place_rank,
      ${shareOfPerson(5)} < ${fraction(shape.homeLanguageShare)} AS speaks_home
    FROM (
      SELECT number, ${buildSite(era)} AS site, ${buildBeginning(era)} AS begins_at, ${buildViews(era)} AS views
      FROM numbers(${whole(first)}, ${whole(count)})))`;
}

function buildSite(era: Era): Sql {
  const others = era.websiteIds.length - 1;
  if (others === 0) return sql`0`;
  return sql`if(${drawShare(era, 'site')} < ${fraction(shape.busyShare)}, 0,
    1 + ${draw(era, 'otherSite')} % ${whole(others)})`;
}

function buildPersons({ websiteIds, sessions }: Era): Sql {
  const others = websiteIds.length - 1;
  const personsOf = (share: number) => whole(Math.ceil((share * sessions) / shape.sessionsPerPerson));
  if (others === 0) return personsOf(1);
  return sql`if(site = 0, ${personsOf(shape.busyShare)}, ${personsOf((1 - shape.busyShare) / others)})`;
}

/** Noon is three times as busy as midnight; those that cross it begin in its last seconds. */
function buildBeginning(era: Era): Sql {
  const day = sql`${whole(era.firstDay)} + ${whole(dayMs)} * intDiv(number, ${whole(era.sessionsPerDay)})`;
  const share = drawShare(era, 'time');
  const ofDay = sql`(${share} + sin(2 * pi() * ${share}) / (4 * pi()))`;
  const beforeMidnight = sql`${whole(dayMs - 1)} - ${draw(era, 'time')} % ${whole(shape.shortestViewMs)}`;
  return sql`toInt64(${day} + if(${crossesMidnight(era)}, ${beforeMidnight}, ${whole(dayMs - 1)} * ${ofDay}))`;
}

function crossesMidnight(era: Era): Sql {
  return sql`${drawShare(era, 'midnight')} < ${fraction(shape.overMidnightShare)}`;
}

function buildViews(era: Era): Sql {
  const goesOn = sql`floor(log(${drawShare(era, 'moreViews')}) / log(${fraction(shape.goesOnShare)}))`;
  const isOne = sql`${drawShare(era, 'views')} < ${fraction(shape.onePageShare)} AND NOT (${crossesMidnight(era)})`;
  return sql`if(${isOne}, 1, least(${whole(shape.mostPageviews)}, 2 + ${goesOn}))`;
}

function buildSourceRank(era: Era): Sql {
  const share = drawShare(era, 'source');
  const ranked = (last: number, first: number) =>
    sql`${whole(first - 1)} + ${skewedRank(last, drawShare(era, 'sourceRank'))}`;
  return sql`toUInt16(multiIf(
    ${share} < ${fraction(shape.directShare)}, ${whole(directRank)},
    ${share} < ${fraction(shape.directShare + shape.taggedShare)}, ${ranked(shape.campaigns, firstCampaignRank)},
    ${ranked(shape.referrers, firstReferrerRank)}))`;
}
