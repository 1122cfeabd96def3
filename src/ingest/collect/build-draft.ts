import type { EventBody } from '../../contract/bodies.ts';
import type { JsonObject } from '../../contract/json-object.ts';
import { withMember } from '../../contract/json-text.ts';
import type { BrowserFacts } from '../accepted-record.ts';
import {
  buildEvent,
  buildGoal,
  buildIdentity,
  buildLeave,
  type Draft,
  type Sender,
  type Surroundings,
} from '../build-drafts.ts';
import { readCampaignTags, readClickIds } from '../page-address.ts';
import { findAutomaticName } from './automatic-events.ts';
import { cutText } from './message.ts';
import type { Visit } from './visit.ts';

const longestName = 255;
/** A view that was open for longer was left open, not read. */
const longestVisibleMs = 24 * 60 * 60_000;

/** Builds the record of a hit that passed all steps, with the same functions as the API. */
export function buildDraft(visit: Visit, surroundings: Surroundings): Draft {
  const { message, website, arrival, visitorId: visitor_id } = visit;
  const sender: Sender = { workspaceId: website.workspaceId, now: arrival.at };
  const website_id = website.websiteId;
  const properties = message.p ?? {};
  switch (message.t) {
    case 'goal':
      return buildGoal(sender, {
        website_id,
        visitor_id,
        goal_name: message.n?.trim() ? message.n : 'goal',
        properties,
      });
    case 'identify':
      return buildIdentity(
        sender,
        { website_id, visitor_id, external_id: message.x ?? '', traits: properties },
        visit.identityOrigin,
      );
    case 'leave':
      return buildLeave(sender, buildEventBody(visit, properties), browserFactsOf(visit));
    default:
      return buildEvent(sender, buildEventBody(visit, properties), surroundings, browserFactsOf(visit));
  }
}

function buildEventBody(visit: Visit, properties: JsonObject): EventBody {
  const { message, url, arrival, website } = visit;
  return {
    website_id: website.websiteId,
    name: message.t === 'pageview' || message.t === 'leave' ? 'pageview' : 'custom',
    path: visit.path,
    referrer: message.r ?? '',
    visitor_id: visit.visitorId,
    session_id: visit.sessionId,
    properties: findAutomaticName(message) ? properties : withName(properties, message.n),
    ...readCampaignTags(url.searchParams),
    user_agent: arrival.userAgent,
    ip: arrival.address,
    language: arrival.language,
  };
}

/** The name may also come as a property, as in the API, and is then held to the same length. */
function withName(properties: JsonObject, name: string | undefined): JsonObject {
  if (name?.trim()) return withMember(properties, 'goal_name', name);
  const { goal_name } = properties;
  return typeof goal_name === 'string'
    ? withMember(properties, 'goal_name', cutText(goal_name, longestName))
    : properties;
}

function browserFactsOf({ message, url }: Visit): BrowserFacts {
  const automatic = findAutomaticName(message);
  return {
    clickIds: readClickIds(url.searchParams),
    view: message.i ?? 0,
    visibleMs: Math.min(Math.round(message.d ?? 0), longestVisibleMs),
    ...(automatic && { automatic }),
  };
}
