import { amounts, type CrawlerName, crawlers, externalIds, properties, traits } from './alphabet.ts';
import { drawNear, latestByApi, type Random } from './build-times.ts';
import type { Cast, SessionPlan } from './cast.ts';
import { drawCustomProperties, drawHitFacts, drawPlace } from './draw-traits.ts';
import {
  automaticNames,
  dropReasons,
  isVisible,
  type SentGoal,
  type SentHit,
  type SentLeave,
  type SentPayment,
  type SentRecord,
  type Wave,
  type WebsiteName,
} from './world.ts';

type Moment = { wave: Wave; now: number; index: number };

/** What is decided before it is known what kind of record it becomes. */
type Circumstances = {
  sent: { wave: Wave; workspace: 0 | 1; website: WebsiteName };
  session: SessionPlan;
  visitor: string;
  /** As the API takes it, up to a day ahead. */
  ts: number;
  /** Not later than the arrival, as the script has it. */
  arrivingTs: number;
  viaScript: boolean;
  retryable: { eventId?: string };
  index: number;
};

type Draw = (random: Random, circumstances: Circumstances, cast: Cast, now: number) => SentRecord;

const draws: readonly [draw: Draw, weight: number][] = [
  [(random, circumstances, cast) => drawHit('pageview', random, circumstances, cast), 46],
  [(random, circumstances, cast) => drawHit('custom', random, circumstances, cast), 10],
  [drawAutomatic, 7],
  [drawLeave, 9],
  [drawGoal, 9],
  [drawPayment, 11],
  [drawIdentity, 8],
  [drawCrawl, 4],
  [drawDrop, 3],
];

export function drawRecord(random: Random, cast: Cast, { wave, now, index }: Moment): SentRecord {
  const session = random.pick(cast.sessions);
  const place = random.chance(0.93) ? session.place : drawPlace(random);
  const anchor = random.chance(0.85) ? session.at : random.pick(cast.anchors);
  const ts = drawNear(random, anchor, latestByApi(now));
  const sent = { wave, ...place };
  const circumstances: Circumstances = {
    sent,
    session,
    visitor: random.chance(0.9) ? session.visitor : random.pick(cast.visitors),
    ts,
    arrivingTs: Math.min(ts, now),
    // The script's records are those of a website that exists, under its own workspace.
    viaScript: isVisible(sent) && random.chance(0.4),
    retryable: random.chance(0.1) ? { eventId: `e${random.whole(1, 4)}` } : {},
    index,
  };
  return random.weighted(draws)(random, circumstances, cast, now);
}

function drawHit(
  kind: SentHit['kind'],
  random: Random,
  { sent, session, visitor, ts, arrivingTs, viaScript, retryable, index }: Circumstances,
  cast: Cast,
): SentHit {
  const facts = random.chance(0.5) ? session.facts : drawHitFacts(random, cast.palette);
  const details = kind === 'custom' ? drawCustomProperties(random, cast.palette) : {};
  const hit = { ...sent, kind, visitor, session: session.id, ...facts, properties: details };
  if (!viaScript)
    return { ...hit, ...retryable, via: 'api', ts, view: 0, path: random.pick(cast.palette.paths) };
  const view = index + 1;
  if (kind === 'pageview') cast.views.push({ session, place: sent, view, ts: arrivingTs });
  // A browser always has a name, and writes its paths in ASCII.
  const client = facts.client === 'none' ? 'chrome' : facts.client;
  const path = random.pick(cast.palette.paths);
  return { ...hit, via: 'script', client, ts: arrivingTs, view, path: encodeURI(path) };
}

/** The script captures it, on a website that exists. */
function drawAutomatic(random: Random, circumstances: Circumstances, cast: Cast): SentHit {
  const { sent } = circumstances;
  const website = isVisible(sent) ? sent.website : sent.workspace === 0 ? 'a' : 'c';
  const own = { ...circumstances, sent: { ...sent, website }, viaScript: true } as const;
  const automatic = random.pick(automaticNames);
  const properties =
    automatic === 'form' ? { id: random.pick(['contact', null]) } : { url: random.pick(linkedUrls) };
  return { ...drawHit('automatic', random, own, cast), automatic, properties };
}

const linkedUrls = ['https://elsewhere.example/', 'https://elsewhere.example/guide.pdf?v=1'];

/** Mostly of a view that is known; some of none, or of one that never arrived. */
function drawLeave(
  random: Random,
  { sent, session, visitor, arrivingTs }: Circumstances,
  { views }: Cast,
  now: number,
): SentLeave {
  const visibleMs = random.weighted([
    [0, 1],
    [random.whole(1, 90_000), 6],
    [random.whole(1, 5_000_000), 2],
  ]);
  const leave = { kind: 'leave', visitor, visibleMs } as const;
  if (views.length > 0 && random.chance(0.8)) {
    const { session: own, place, view, ts } = random.pick(views);
    return {
      ...leave,
      wave: sent.wave,
      workspace: place.workspace,
      website: place.website,
      session: own.id,
      view,
      ts: drawNear(random, ts, now),
    };
  }
  const website = isVisible(sent) ? sent.website : sent.workspace === 0 ? 'a' : 'c';
  return { ...leave, ...sent, website, session: session.id, view: random.pick([0, 999]), ts: arrivingTs };
}

function drawGoal(
  random: Random,
  { sent, visitor, ts, arrivingTs, viaScript, retryable }: Circumstances,
  { palette }: Cast,
): SentGoal {
  const goal = {
    ...sent,
    kind: 'goal',
    visitor,
    name: random.pick(palette.goalNames),
    properties: random.pick(properties),
  } as const;
  return viaScript ? { ...goal, via: 'script', ts: arrivingTs } : { ...goal, ...retryable, via: 'api', ts };
}

function drawPayment(random: Random, { sent, visitor, ts, retryable, index }: Circumstances): SentPayment {
  return {
    ...{ ...sent, ...retryable, kind: 'payment', ts },
    visitor: random.chance(0.95) ? visitor : '',
    transactionId: random.chance(0.3) ? `t${random.whole(1, 3)}` : `t-${index}`,
    amount: random.pick(amounts),
    currency: random.pick(['USD', 'eur']),
    ...(random.chance(0.15) && { renewal: true }),
    ...(random.chance(0.1) && { refunded: true }),
  };
}

function drawIdentity(random: Random, { sent, visitor, arrivingTs, viaScript }: Circumstances): SentRecord {
  const identity = { visitor, externalId: random.pick(externalIds), traits: random.pick(traits) };
  const isSigned = viaScript && random.chance(0.4);
  return {
    ...sent,
    ...identity,
    kind: 'identify',
    via: viaScript ? 'script' : 'api',
    isSigned,
    ts: arrivingTs,
  };
}

function drawCrawl(random: Random, { sent, ts }: Circumstances, { palette }: Cast): SentRecord {
  const crawler = random.pick(Object.keys(crawlers) as CrawlerName[]);
  return { ...sent, kind: 'crawl', ts, crawler, path: random.pick(palette.paths) };
}

function drawDrop(random: Random, { sent, arrivingTs }: Circumstances): SentRecord {
  const website = isVisible(sent) ? sent.website : sent.workspace === 0 ? 'a' : 'c';
  return { ...sent, website, kind: 'drop', ts: arrivingTs, reason: random.pick(dropReasons) };
}
