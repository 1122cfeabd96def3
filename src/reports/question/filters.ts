import { ApiError } from '../../contract/errors.ts';
import { type RawQuery, splitList } from '../../contract/raw-query.ts';
import {
  selectFirstSessions,
  selectIdentifiedSessions,
  selectPayingSessions,
} from '../../store/analytics/definitions/chosen-sessions.ts';
import { selectReachingSessions } from '../../store/analytics/definitions/goals.ts';
import { contains, endsWith, matches, startsWith } from '../../store/analytics/dialect.ts';
import type { Narrowing, SessionCondition, Sources } from '../../store/analytics/relations.ts';
import { and, bind, identifier, joinSql, type Sql, sql } from '../../store/analytics/sql.ts';
import type { SessionFacts } from '../../store/analytics/tables.ts';
import { countPatternSteps } from './pattern-steps.ts';

/**
 * Filters narrow a report to whole sessions, or with `page` to views of a path (contract §3). The dashboard also filters
 * by what only other records tell of a session.
 */

const operators = {
  is: { positive: true, match: 'equal' },
  is_not: { positive: false, match: 'equal' },
  contains: { positive: true, match: 'contain' },
  contains_not: { positive: false, match: 'contain' },
  starts_with: { positive: true, match: 'start' },
  ends_with: { positive: true, match: 'end' },
  matches: { positive: true, match: 'pattern' },
  matches_not: { positive: false, match: 'pattern' },
} as const;

type OperatorName = keyof typeof operators;
type Operator = (typeof operators)[OperatorName];
type Match = Operator['match'];

export const filterOperators = Object.keys(operators) as OperatorName[];

type SessionColumn = keyof SessionFacts;

/** Where a session began and ended is stored with its visits; it is not among the session's facts. */
type EndColumn = 'entry_path' | 'exit_path';

/** A yes-or-no question about a session's visitor: the two words, and the sessions that the first word selects. */
type Question = { words: readonly [string, string]; select(sources: Sources): Sql };

type FilterTarget = {
  column: SessionColumn | EndColumn | 'path' | 'name' | '';
  /** Instead of a column. */
  question?: Question;
  description: string;
  /** The words under which reports show the empty value. */
  emptyWords: readonly string[];
  /** Where the empty value is shown as another value. */
  shownWhenEmpty?: string;
  /** Brings a value, or a part of one, to the form in which values are stored. Patterns stay as they are. */
  toStoredForm?(value: string, match: Match): string;
};

const none = '(none)';

/** The filters of the spec. */
export const filterTargets: Record<string, FilterTarget> = {
  country: { column: 'country', description: 'ISO-2 country code', emptyWords: [none, 'ZZ'] },
  device: { column: 'device', description: 'desktop, mobile or tablet', emptyWords: [none, 'unknown'] },
  browser: { column: 'browser', description: 'Browser', emptyWords: [none, 'unknown'] },
  os: { column: 'os', description: 'Operating system', emptyWords: [none, 'unknown'] },
  referrer: {
    column: 'referrer_host',
    description: 'Referring domain, in whatever case and with or without www.',
    emptyWords: [none, '(direct)'],
    toStoredForm: toHostForm,
  },
  page: { column: 'path', description: 'Page path', emptyWords: [none] },
  utm_source: { column: 'utm_source', description: 'UTM source', emptyWords: [none] },
  utm_medium: { column: 'utm_medium', description: 'UTM medium', emptyWords: [none] },
  utm_campaign: { column: 'utm_campaign', description: 'UTM campaign', emptyWords: [none] },
  utm_term: { column: 'utm_term', description: 'UTM term', emptyWords: [none] },
  utm_content: { column: 'utm_content', description: 'UTM content', emptyWords: [none] },
};

/** The filters of the API: those of the spec, and goal_name. */
export const apiFilterTargets: Record<string, FilterTarget> = {
  ...filterTargets,
  goal_name: { column: 'name', description: 'A goal that the session reached', emptyWords: [none] },
};

/** Filters that only the dashboard has, for the rows of its panels. */
const dashboardTargets: Record<string, FilterTarget> = {
  channel: { column: 'channel', description: 'Marketing channel', emptyWords: [], shownWhenEmpty: 'Direct' },
  keyword: { column: 'keyword', description: 'Search term', emptyWords: [none] },
  language: { column: 'language', description: 'Language', emptyWords: [none, 'unknown'] },
  /** A row of the hostnames report, with all hosts that it stands for. */
  hostname: {
    column: 'referrer_domain',
    description: 'Referring domain with all its hosts',
    emptyWords: [none, '(direct)'],
    toStoredForm: toHostForm,
  },
  ai_operator: { column: 'ai_operator', description: 'Who runs the AI assistant', emptyWords: [none] },
  entry_page: { column: 'entry_path', description: 'Page on which a session began', emptyWords: [none] },
  exit_page: { column: 'exit_path', description: 'Page on which a session ended', emptyWords: [none] },
  paying: asking('Whether the visitor has ever paid', {
    words: ['yes', 'no'],
    select: ({ visits, payments }) => selectPayingSessions(visits({}), payments({})),
  }),
  identified: asking('Whether the visitor is known by an ID', {
    words: ['yes', 'no'],
    select: ({ visits, identities }) => selectIdentifiedSessions(visits({}), identities()),
  }),
  visitor_type: asking('Whether it is the first session of its visitor', {
    words: ['new', 'returning'],
    select: ({ visits }) => selectFirstSessions(visits({})),
  }),
};

function asking(description: string, question: Question): FilterTarget {
  return { column: '', description, emptyWords: [], question };
}

const aliases: Record<string, string> = { ref: 'referrer' };

export const dashboardFilterNames: readonly string[] = [
  ...Object.keys(apiFilterTargets),
  ...Object.keys(dashboardTargets),
  ...Object.keys(aliases),
];

const unsupportedFilters: Record<string, string> = {
  region: 'Location is recorded at country level: use country.',
  city: 'Location is recorded at country level: use country.',
  source: 'Use utm_source or referrer.',
  via: 'Use referrer.',
  entry_page: 'The entry page is computed per session and cannot be filtered by.',
  hostname: 'Use the hostnames report or referrer.',
};

const mostValues = 20;
const longestPattern = 500;
/** In all filters of a request together. */
const mostPatterns = 40;
const mostPatternSteps = 1_000;

export type Filter = { name: string; target: FilterTarget; operator: Operator; values: readonly string[] };

export function refuseUnsupportedFilters(query: RawQuery, forDashboard = false): void {
  for (const [filter, advice] of Object.entries(unsupportedFilters)) {
    if (query[filter] === undefined || (forDashboard && dashboardTargets[filter])) continue;
    throw new ApiError('unsupported_filter', {
      message: `The filter ${filter} cannot be applied. ${advice}`,
      details: { filter, supported: Object.keys(filterTargets) },
    });
  }
}

export function parseFilters(query: RawQuery): Filter[] {
  return parseFiltersBy(apiFilterTargets, query);
}

export function parseDashboardFilters(query: RawQuery): Filter[] {
  return parseFiltersBy({ ...apiFilterTargets, ...dashboardTargets }, query);
}

function parseFiltersBy(targets: Readonly<Record<string, FilterTarget>>, query: RawQuery): Filter[] {
  const names = [...Object.keys(targets), ...Object.keys(aliases)];
  const filters = names.flatMap((name) => {
    const raw = query[name];
    const target = targets[aliases[name] ?? name];
    if (raw === undefined || !target) return [];
    return [parseFilter(name, target, typeof raw === 'string' ? [raw] : raw)];
  });
  refuseCostlyPatterns(filters);
  return filters;
}

function refuseFilter(name: string, reason: string): never {
  throw new ApiError('invalid_filter', {
    message: `${name}: ${reason}`,
    details: { filter: name, reason },
  });
}

/** A repeated parameter is a comma list whose first part may have the prefix. */
function parseFilter(name: string, target: FilterTarget, lists: readonly string[]): Filter {
  const [first = '', ...others] = lists;
  const colon = first.indexOf(':');
  const prefix = first.slice(0, Math.max(colon, 0));
  const operatorName = filterOperators.find((each) => each === prefix);
  const operator = operators[operatorName ?? 'is'];
  const values = [operatorName ? first.slice(colon + 1) : first, ...others].flatMap(splitList);
  const refuse = (reason: string) => refuseFilter(name, reason);
  if (values.length > mostValues) refuse(`at most ${mostValues} values`);
  const { words } = target.question ?? {};
  if (words && (operator.match !== 'equal' || values.length !== 1 || !words.includes(values[0] as string))) {
    refuse(`it is or is not ${words.join(' or ')}`);
  }
  if (values.some((value) => value === '')) refuse('a value is empty; (none) stands for the empty value');
  if (operator.match === 'pattern' && values.some((value) => value.length > longestPattern)) {
    refuse(`a pattern has at most ${longestPattern} characters`);
  }
  const { toStoredForm = (value) => value } = target;
  const isPattern = operator.match === 'pattern';
  return {
    name,
    target,
    operator,
    values: isPattern ? values : values.map((value) => toStoredForm(value, operator.match)),
  };
}

/** As hosts are stored: lower case, and without a leading `www.` where a domain remains. */
function toHostForm(value: string, match: Match): string {
  const host = value.toLowerCase();
  return host.replace(match === 'equal' ? /^www\.(?=[^.]*\.)/ : /^www\.(?=.)/, '');
}

const withPatterns = (filters: readonly Filter[]) =>
  filters.filter(({ operator }) => operator.match === 'pattern');

/** Checked before the engine sees a pattern: it cannot be interrupted while it compiles one. */
function refuseCostlyPatterns(filters: readonly Filter[]): void {
  let patterns = 0;
  let steps = 0;
  for (const { name, values } of withPatterns(filters)) {
    patterns += values.length;
    if (patterns > mostPatterns) refuseFilter(name, `a request has at most ${mostPatterns} patterns`);
    for (const value of values) steps += countPatternSteps(value);
    if (steps > mostPatternSteps) refuseFilter(name, tooManySteps);
  }
}

const tooManySteps =
  'the patterns of the request are too complex together: repeat less (* and + instead of {1,100}), ' +
  'and use fewer classes such as \\pL';

/** A statement that the engine refuses where a pattern is invalid, also when the report itself would read no row. */
export function buildPatternCheck(filters: readonly Filter[]): { filter: Filter; check: Sql }[] {
  return withPatterns(filters).map((filter) => ({
    filter,
    check: sql`SELECT ${joinSql(
      filter.values.map((value) => matches(sql`''`, bind.text(value))),
      sql`, `,
    )}`,
  }));
}

/** Filters by page select sessions by what they viewed, all others by the session's facts. */
export function buildNarrowing(
  filters: readonly Filter[],
  countsViews: Narrowing['countsViews'] = 'of pages',
): Narrowing {
  const ofPages = filters.filter(({ target }) => target.column === 'path');
  const ofOthers = filters.filter(({ target }) => !isFact(target) && target.column !== 'path');
  const ofSession = filters.filter(({ target }) => isFact(target));
  const ofOperators = ofSession.filter(({ target }) => target.column === 'ai_operator');
  return {
    session: and(...ofSession.map(buildCondition)),
    crawls: and(...ofOperators.map(buildCondition)),
    sessions: ofOthers.map(buildSessionCondition),
    pages: ofPages.map((filter) => ({ matches: buildMatch(filter), isWanted: filter.operator.positive })),
    countsViews,
  };
}

/** Columns that are not facts of a session. */
const elsewhere: readonly string[] = ['path', 'name', 'entry_path', 'exit_path'];

const isFact = ({ column, question }: FilterTarget) => !question && !elsewhere.includes(column);

const buildCondition = (filter: Filter): Sql =>
  filter.operator.positive ? buildMatch(filter) : sql`NOT ${buildMatch(filter)}`;

function buildSessionCondition(filter: Filter): SessionCondition {
  const { target, operator, values } = filter;
  const { question } = target;
  if (question) {
    return { select: question.select, isWanted: operator.positive === (values[0] === question.words[0]) };
  }
  const matches = buildMatch(filter);
  const select = (sources: Sources) =>
    target.column === 'name'
      ? selectReachingSessions(sources, matches)
      : sql`SELECT session_hash FROM ${sources.visits({})} AS ended WHERE ${matches}`;
  return { select, isWanted: operator.positive };
}

/** Whether the column holds any of the values; the caller negates it for negative operators. */
function buildMatch({ target, operator, values }: Filter): Sql {
  const column = buildShown(target);
  const isPattern = operator.match === 'pattern';
  const wantsEmpty = !isPattern && values.some((value) => target.emptyWords.includes(value));
  const wanted = isPattern ? values : values.filter((value) => !target.emptyWords.includes(value));
  const alternatives = wanted.map((value) => buildAlternative(column, operator, value));
  if (wantsEmpty) alternatives.push(sql`${column} = ''`);
  return sql`(${joinSql(alternatives, sql` OR `)})`;
}

function buildShown({ column, shownWhenEmpty }: FilterTarget): Sql {
  const stored = identifier(column);
  return shownWhenEmpty
    ? sql`CASE WHEN ${stored} = '' THEN ${bind.text(shownWhenEmpty)} ELSE ${stored} END`
    : stored;
}

function buildAlternative(column: Sql, operator: Operator, value: string): Sql {
  const bound = bind.text(value);
  switch (operator.match) {
    case 'equal':
      return sql`${column} = ${bound}`;
    case 'contain':
      return contains(column, bound);
    case 'start':
      return startsWith(column, bound);
    case 'end':
      return endsWith(column, bound);
    case 'pattern':
      return matches(column, bound);
  }
}
