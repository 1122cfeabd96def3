import type { Goal, GoalDraft } from '../../../api/goals.ts';
import { matchPath } from './match-path.ts';

/** A row of the events catalogue. */
export type SeenEvent = {
  name: string;
  type: 'pageview' | 'custom' | 'automatic' | 'goal' | 'payment';
  visitors: string;
};

/** A row of the pages. */
export type SeenPage = { path: string; views: string; sessions: string };

export type Suggestion = { draft: GoalDraft; words: string };

const mostSuggestions = 6;

/** What the script captures by itself, in words. */
const captured: Readonly<Record<string, string>> = {
  outbound: 'followed a link to another website',
  download: 'downloaded a file',
  form: 'sent a form',
};

/** Pages that people come to when they have done something. */
const isEnding = (path: string): boolean =>
  /(thank|success|welcome|confirm|complete|signed-?up|order-placed|subscribed)/i.test(path);

/** Events and pages of the last days that are in no goal yet, those with most visitors first. */
export function suggestGoals(
  goals: readonly Goal[],
  events: readonly SeenEvent[],
  pages: readonly SeenPage[],
): Suggestion[] {
  const active = goals.filter(({ archivedAt }) => archivedAt === null);
  const known = new Set(active.filter(({ type }) => type === 'event').map(({ match }) => match));
  const isKnownPage = (path: string) =>
    active.some(({ type, match }) => type === 'page' && matchPath(match, path));
  const named = events.filter(({ name, type }) => isNamed(type) && !known.has(name));
  const ending = pages.filter(({ path }) => isEnding(path) && !isKnownPage(path));
  const counted = [
    ...named.map((event) => ({ suggestion: suggestEvent(event), times: Number(event.visitors) })),
    ...ending.map((page) => ({ suggestion: suggestPage(page), times: Number(page.sessions) })),
  ];
  const byMatch = new Map(counted.map((each) => [JSON.stringify(each.suggestion.draft), each]));
  return [...byMatch.values()]
    .toSorted((one, other) => other.times - one.times)
    .slice(0, mostSuggestions)
    .map(({ suggestion }) => suggestion);
}

const isNamed = (type: SeenEvent['type']): boolean =>
  type === 'custom' || type === 'goal' || type === 'automatic';

/** What is sent by name is a conversion anyway; what the script captures is one only as a goal. */
function suggestEvent({ name, type, visitors }: SeenEvent): Suggestion {
  const told =
    type === 'automatic'
      ? `${captured[name] ?? `caused ${name}`}, which is no goal yet.`
      : `sent ${name}. It counts as a conversion, and is not in this list yet.`;
  return {
    draft: { name, type: 'event', match: name },
    words: `${countOf(visitors, 'visitor', 'visitors')} ${told}`,
  };
}

function suggestPage({ path, sessions }: SeenPage): Suggestion {
  return {
    draft: { name: path, type: 'page', match: path },
    words: `${countOf(sessions, 'session', 'sessions')} came to ${path}, which is no goal yet.`,
  };
}

export const countOf = (digits: string, one: string, more: string): string =>
  `${Number(digits).toLocaleString('en-US')} ${Number(digits) === 1 ? one : more}`;
